-- | As much JSON as requests and answers need.
module Quadrille.Json (Json (..), parse, write) where

import Data.Char (chr, isDigit, isSpace, ord)
import Data.List (intercalate)
import Numeric (readHex, showHex)
import Text.ParserCombinators.ReadP

data Json = Null | Boolean Bool | Number Double | Text String | List [Json] | Object [(String, Json)]
  deriving (Eq, Show)

-- | Writes a value on one line. Whole numbers have no fraction.
write :: Json -> String
write Null = "null"
write (Boolean flag) = if flag then "true" else "false"
write (Number amount)
  | amount == fromIntegral whole = show whole
  | otherwise = show amount
  where
    whole = round amount :: Integer
write (Text letters) = quoted letters
write (List items) = "[" ++ intercalate "," (map write items) ++ "]"
write (Object fields) = "{" ++ intercalate "," [quoted name ++ ":" ++ write item | (name, item) <- fields] ++ "}"

quoted :: String -> String
quoted letters = "\"" ++ concatMap escaped letters ++ "\""
  where
    escaped letter
      | letter `elem` "\"\\" = ['\\', letter]
      | letter < ' ' = "\\u" ++ padded (showHex (ord letter) "")
      -- Half of a pair of surrogates is not a character of its own.
      | letter >= '\xD800' && letter <= '\xDFFF' = "\\ufffd"
      | otherwise = [letter]
    padded digits = replicate (4 - length digits) '0' ++ digits

-- | Reads a value; Nothing if the text is not JSON.
parse :: String -> Maybe Json
parse input = case readP_to_S (value <* skipSpaces <* eof) input of
  [(result, "")] -> Just result
  _ -> Nothing

value :: ReadP Json
value =
  skipSpaces
    *> choice
      [ Null <$ string "null",
        Boolean True <$ string "true",
        Boolean False <$ string "false",
        Number <$> numeral,
        Text <$> quotation,
        List <$> between (char '[') (skipSpaces *> char ']') (sepBy value comma),
        Object <$> between (char '{') (skipSpaces *> char '}') (sepBy field comma)
      ]
  where
    comma = skipSpaces *> char ','
    field = (,) <$> (skipSpaces *> quotation) <*> (skipSpaces *> char ':' *> value)

-- | A number, read to its end.
numeral :: ReadP Double
numeral = do
  letters <- munch1 (\letter -> isDigit letter || letter `elem` "+-.eE")
  case reads letters of
    [(result, "")] -> return result
    _ -> pfail

quotation :: ReadP String
quotation = char '"' *> go
  where
    go = do
      letter <- get
      case letter of
        '"' -> return ""
        '\\' -> get >>= escape >>= \decoded -> (decoded :) <$> go
        _ -> (letter :) <$> go
    escape 'u' = do
      digits <- count 4 (satisfy (not . isSpace))
      case readHex digits of
        [(code, "")] -> return (chr code)
        _ -> pfail
    escape letter = maybe pfail return (lookup letter (zip "\"\\/bfnrt" "\"\\/\b\f\n\r\t"))
