-- | Compares a function of a student with Quadrille's, on random positions of Congo:
--
-- > bindings/haskell/ghci bindings/haskell/examples/Compare.hs -e main
module Main (main) where

import Data.Char (isUpper, toLower)
import Data.Maybe (fromMaybe)
import qualified Quadrille
import Test.QuickCheck

-- | The student's evaluation, as the assignment describes it. Is it right?
evaluate :: String -> Int
evaluate fen = if player == "w" then raw else -raw
  where
    board : player : _ = words fen
    men = filter (`notElem` '/' : ['0' .. '9']) board
    raw
      | length men == 2 && 'L' `elem` men && 'l' `elem` men = 0
      | 'l' `notElem` men = 10000
      | 'L' `notElem` men = -10000
      | otherwise = sum (map value men)
    value man = (if isUpper man then 1 else -1) * fromMaybe 0 (lookup (toLower man) values)
    values = [('p', 100), ('z', 300), ('s', 350), ('g', 400)]

-- | A random position: each lion in its castle or captured, pawns not on the first and the last rank, other men anywhere.
position :: Gen String
position = do
  white <- lion 4
  black <- lion 0
  cells <- mapM (cell white black) [0 .. 48]
  player <- elements ["w", "b"]
  return (fenOf cells ++ " " ++ player ++ " 1")
  where
    -- The castle has three rows and three columns; this is its top row.
    lion top = frequency [(9, (\row column -> 7 * row + column) <$> choose (top, top + 2) <*> choose (2, 4)), (1, return (-1))]
    cell :: Int -> Int -> Int -> Gen Char
    cell white black place
      | place == white = return 'L'
      | place == black = return 'l'
      | place < 7 || place >= 42 = sparse "zZsSgG"
      | otherwise = sparse "pPzZsSgG"
    sparse men = frequency [(3, return '-'), (1, elements men)]

fenOf :: String -> String
fenOf cells = case splitAt 7 cells of
  (row, "") -> counted row
  (row, rest) -> counted row ++ "/" ++ fenOf rest
  where
    counted "" = ""
    counted row@('-' : _) = let (gap, rest) = span (== '-') row in show (length gap) ++ counted rest
    counted (man : rest) = man : counted rest

main :: IO ()
main = quickCheckWith stdArgs {maxSuccess = 1000} $ forAll position $ \fen -> evaluate fen === Quadrille.evaluate fen
