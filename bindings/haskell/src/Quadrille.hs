-- | The functions of the courses, answered by Quadrille. A wrong call throws a 'QuadrilleError' that says what is wrong.
module Quadrille (capture, crusher, oska, evaluate, minimax, QuadrilleError (..)) where

import Control.Exception (Exception, bracket, throw)
import Foreign.C.String (CString)
import qualified GHC.Foreign as Utf8
import GHC.IO.Encoding (utf8)
import Quadrille.Json
import System.IO.Unsafe (unsafePerformIO)

foreign import ccall safe "quadrille_call" quadrilleCall :: CString -> IO CString

foreign import ccall safe "quadrille_free" quadrilleFree :: CString -> IO ()

-- | What is wrong with a call, in words.
newtype QuadrilleError = QuadrilleError String deriving (Eq)

instance Show QuadrilleError where
  show (QuadrilleError message) = message

instance Exception QuadrilleError

-- | Capture the Flag: the boards of the game, newest first, the player to move (@\'w\'@ or @\'b\'@) and the look-ahead. The answer is
-- the next board, or the newest board if the game is over.
capture :: [String] -> Char -> Int -> String
capture history player lookAhead = text (call "capture" history player lookAhead [])

-- | Crusher: the boards of the game, newest first, the player to move (@\'W\'@ or @\'B\'@), the look-ahead and the number of cells along
-- a side. The answer is the history with the next board in front, or the history if the game is over.
crusher :: [String] -> Char -> Int -> Int -> [String]
crusher history player lookAhead size = texts (call "crusher" history player lookAhead [("size", int size)])

-- | Oska: the rows of the board, the player to move (@\'w\'@ or @\'b\'@) and the look-ahead. The answer has the rows of the next board, or
-- the same rows if the game is over or the player cannot move.
oska :: [String] -> Char -> Int -> [String]
oska rows player lookAhead = texts (call "oska" rows player lookAhead [])

-- | Congo: the static evaluation of a position for the side to move.
evaluate :: String -> Int
evaluate fen = minimax fen 0

-- | Congo: the minimax value of a position for the side to move, with this look-ahead.
minimax :: String -> Int -> Int
minimax fen lookAhead =
  number (ask [("do", Text "value"), ("game", Text "congo"), ("position", Text fen), ("look_ahead", int lookAhead)])

-- | A call of a course.
call :: String -> [String] -> Char -> Int -> [(String, Json)] -> Json
call command given player lookAhead more =
  ask $
    [ ("do", Text "call"),
      ("command", Text command),
      ("given", List (map Text given)),
      ("player", Text [player]),
      ("look_ahead", int lookAhead)
    ]
      ++ more

-- | The field @answer@ of the answer to a request. Quadrille has no state: the same request always has the same answer.
ask :: [(String, Json)] -> Json
ask request = unsafePerformIO $ do
  answer <- Utf8.withCString utf8 (write (Object request)) $ \bytes ->
    bracket (quadrilleCall bytes) quadrilleFree $ \answer -> do
      copy <- Utf8.peekCString utf8 answer
      length copy `seq` return copy
  case parse answer of
    Just (Object fields)
      | Just result <- lookup "answer" fields -> return result
      | Just (Text message) <- lookup "error" fields -> throw (QuadrilleError message)
    _ -> throw (QuadrilleError ("this is not an answer: " ++ answer))

int :: Int -> Json
int = Number . fromIntegral

text :: Json -> String
text (Text letters) = letters
text other = unexpected other

texts :: Json -> [String]
texts (List items) = map text items
texts other = unexpected other

number :: Json -> Int
number (Number value) = round value
number other = unexpected other

unexpected :: Json -> a
unexpected answer = throw (QuadrilleError ("this is not the answer to such a call: " ++ write answer))
