-- | Tests of the module Quadrille: the calls of the courses, wrong calls, and random positions compared with the command line.
--
-- The first argument is the program `quadrille`, and the second the file with the vectors of Congo.
module Main (main) where

import Control.Exception (SomeException, evaluate, fromException, try)
import Control.Monad (unless)
import Data.List (intercalate, isInfixOf)
import qualified Quadrille as Q
import Quadrille.Json
import System.Environment (getArgs)
import System.Exit (exitFailure)
import System.IO
import System.Process
import Test.QuickCheck
import Test.QuickCheck.Random (mkQCGen)

main :: IO ()
main = do
  hSetEncoding stdout utf8
  [program, vectors] <- getArgs
  -- The calls of the assignments, as they print them, and with the boards that they mean.
  fails "capture of the assignment" "a board of 23 cells is not square" $ Q.capture    [ "-wWw--www-----bbb--bBb-" ]    'w' 2
  fails "oska of the assignment" "an Oska board whose top row has 4 cells has 5 rows" $ Q.oska ["wwww","---","---","bbbb"] 'w' 2
  equal "capture" (Q.capture ["-wWw--www-------bbb--bBb-"] 'w' 2) "-wW-w-www-------bbb--bBb-"
  equal "crusher" (Q.crusher ["WWW-WW-------BB-BBB"] 'W' 2 3) ["WW--WWW------BB-BBB", "WWW-WW-------BB-BBB"]
  equal "oska" (Q.oska ["wwww", "---", "--", "---", "bbbb"] 'w' 2) ["ww-w", "-w-", "--", "---", "bbbb"]
  equal "evaluate" (map Q.evaluate congo) [-100, 1200, -1200]
  equal "minimax" (map (`Q.minimax` 2) congo) [-100, 750, -1200]
  equal "a finished game" (Q.oska ["----", "---", "--", "---", "bbbb"] 'w' 2) ["----", "---", "--", "---", "bbbb"]
  -- Wrong calls.
  fails "no board" "[]" $ Q.capture [] 'w' 2
  fails "a wrong letter" "'?' is not a cell" $ Q.capture ["wW?B"] 'w' 2
  fails "a wrong player" "is not a player" $ Q.capture ["wWbB"] 'x' 2
  fails "no look-ahead" "from 1 to 999" $ Q.capture ["wWbB"] 'w' 0
  fails "a negative look-ahead" "from 1 to 999" $ Q.capture ["wWbB"] 'w' (-3)
  fails "a wrong size" "sizes from" $ Q.crusher ["WWW-WW-------BB-BBB"] 'W' 2 99
  fails "a negative size" "-1" $ Q.crusher ["WWW-WW-------BB-BBB"] 'W' 2 (-1)
  fails "letters of all kinds" "is not a cell" $ Q.capture ["é\"\\\n\0\x1F600\xD800☃-"] 'w' 2
  fails "a wrong position" "7" $ Q.minimax "3l3/7 w 0" 2
  fails "a wrong depth" "from 0 to 999" $ Q.minimax (head congo) (-1)
  -- Random positions.
  same program "ctf" genCapture $ \(boards, player) -> [Q.capture boards player 2]
  same program "crusher:3" genCrusher $ \(boards, player) -> Q.crusher boards player 2 3
  same program "oska" genOska $ \(boards, player) -> [intercalate "/" (Q.oska (rowsOf (concat boards)) player 2)]
  -- The values of an independent implementation.
  values <- lines <$> readFile vectors
  equal "minimax of the vectors" (sum (map checked values)) 150
  where
    rowsOf = words . map (\letter -> if letter == '/' then ' ' else letter)

-- | 1 if the value of a vector is ours, and 0 if the vector has no value.
checked :: String -> Int
checked line = case parse line of
  Just (Object fields)
    | Just (Text fen) <- lookup "fen" fields,
      Just (Number depth) <- lookup "depth" fields,
      Just (Number score) <- lookup "score" fields ->
      if Q.minimax fen (round depth) == round score then 1 else error ("another value than " ++ line)
  Just (Object _) -> 0
  _ -> error ("not JSON: " ++ line)

congo :: [String]
congo =
  [ "3l2z/ppppppp/7/7/7/PPP1PPP/3L2Z w 4",
    "1z5/pPp1lP1/5sp/4P1s/4L1p/2p2pP/7 b 12",
    "1z5/pPp1lP1/5sp/4P1s/4L1p/2p2pP/7 w 35"
  ]

equal :: (Eq a, Show a) => String -> a -> a -> IO ()
equal name found expected = unless (found == expected) $ do
  putStrLn (name ++ ": " ++ show found ++ " instead of " ++ show expected)
  exitFailure

-- | The call must throw our exception, with these words.
fails :: Show a => String -> String -> a -> IO ()
fails name expected call = do
  result <- try (evaluate (length (show call)))
  case result of
    Left problem | Just (Q.QuadrilleError message) <- fromException problem, expected `isInfixOf` message -> return ()
    Left problem -> complain (show (problem :: SomeException))
    Right _ -> complain (show call)
  where
    complain found = putStrLn (name ++ ": " ++ found) >> exitFailure

-- | Boards of a game, newest first, and the player to move. Not all of them are positions: then both must refuse them.
type Given = ([String], Char)

genCapture, genCrusher, genOska :: Gen Given
genCapture = do
  size <- choose (3, 5)
  pawns <- choose (1, size)
  let men = "WB" ++ replicate pawns 'w' ++ replicate pawns 'b'
      board = shuffle (take (size * size) (men ++ repeat '-'))
  (,) <$> histories board <*> elements "wb"
genCrusher = do
  lost <- vectorOf 10 (frequency [(4, return False), (1, return True)])
  let men = [if gone then '-' else man | (man, gone) <- zip "WWWWWBBBBB" lost]
  (,) <$> histories (shuffle (take 19 (men ++ repeat '-'))) <*> elements "WB"
genOska = do
  letters <- vectorOf 16 (frequency [(3, return '-'), (1, return 'w'), (1, return 'b')])
  player <- elements "wb"
  return ([intercalate "/" (rows [4, 3, 2, 3, 4] letters)], player)
  where
    rows (cells : more) letters = take cells letters : rows more (drop cells letters)
    rows [] _ = []

histories :: Gen String -> Gen [String]
histories board = choose (1, 3) >>= \boards -> vectorOf boards board

-- | Compares our function with `quadrille analyze`, which answers one position a line.
same :: String -> String -> Gen Given -> (Given -> [String]) -> IO ()
same program game given ours = do
  let command = (proc program ["analyze", game, "-", "--depth", "2", "--json"]) {std_in = CreatePipe, std_out = CreatePipe}
  (Just questions, Just answers, _, process) <- createProcess command
  hSetBuffering questions LineBuffering
  result <- quickCheckWithResult stdArgs {maxSuccess = 1000, chatty = False, replay = Just (mkQCGen 1, 0)} $
    forAll given $ \call@(boards, player) -> ioProperty $ do
      hPutStrLn questions (intercalate "," boards ++ " " ++ [player])
      theirs <- hGetLine answers
      answer <- try (let strings = ours call in length (concat strings) `seq` evaluate strings)
      return (counterexample (show answer ++ "\n" ++ theirs) (agree boards answer (parse theirs)))
  hClose questions
  _ <- waitForProcess process
  unless (isSuccess result) $ putStrLn (game ++ ":\n" ++ output result) >> exitFailure
  putStrLn (game ++ ": 1000 random positions are answered as by the command")

-- | Whether our answer is that of the command: the next board, the same board in a finished game, or the same error.
agree :: [String] -> Either Q.QuadrilleError [String] -> Maybe Json -> Bool
agree boards ours (Just (Object theirs)) = case ours of
  Left (Q.QuadrilleError message) | Just (Text other) <- field "error" -> take 1 (lines message) == take 1 (lines other)
  Right (board : _)
    | Just (Text next) <- field "next" -> board == takeWhile (`notElem` ", ") next
    | Just _ <- field "winner" -> board == head boards
  _ -> False
  where
    field name = lookup name theirs
agree _ _ _ = False
