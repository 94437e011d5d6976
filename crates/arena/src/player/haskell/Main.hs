{-# LANGUAGE FlexibleInstances, UndecidableInstances #-}

-- The main program around a student's function: reads the arguments of the course, calls the function and prints the result.
module Main (main) where

import qualified QuadrilleStudent
import System.Environment (getArgs)

class Result r where
  finish :: r -> IO ()

instance {-# OVERLAPPING #-} Result r => Result (IO r) where
  finish action = action >>= finish

instance {-# OVERLAPPING #-} Result () where
  finish = return

instance {-# OVERLAPPABLE #-} Show r => Result r where
  finish = print

main :: IO ()
main = getArgs >>= \ ~[NAMES] -> finish (QuadrilleStudent.FUNCTION VALUES)
