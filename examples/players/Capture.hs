-- Capture the Flag as a student might hand it in: it looks no further than the next board.
--
--     quadrille match ctf 'mine=haskell:examples/players/Capture.hs:capture' random

import Data.Char (toUpper)

capture :: [String] -> Char -> Int -> String
capture history player _ =
  case [next | next <- steps (head history) player, next `notElem` history] of
    [] -> head history
    first : _ -> first

-- Every board after a pawn has moved one cell ahead, left or right, or the flag one cell in any direction.
steps :: String -> Char -> [String]
steps board player =
  [ move board from to
  | from <- cells
  , (down, right) <- directions (board !! from)
  , let (row, column) = (from `div` size + down, from `mod` size + right)
  , row `elem` [0 .. size - 1] && column `elem` [0 .. size - 1]
  , let to = row * size + column
  , board !! to == '-'
  ]
  where
    cells = [0 .. length board - 1]
    size = round (sqrt (fromIntegral (length board)) :: Double)
    ahead = if player == 'w' then 1 else -1
    directions man
      | man == player = [(ahead, 0), (0, -1), (0, 1)]
      | man == toUpper player = [(1, 0), (-1, 0), (0, -1), (0, 1)]
      | otherwise = []

move :: String -> Int -> Int -> String
move board from to = zipWith put [0 ..] board
  where
    put cell man
      | cell == from = '-'
      | cell == to = board !! from
      | otherwise = man
