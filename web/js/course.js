// The course, as data: the words of each chapter, the positions it shows, and what it asks. Answers are not here: they are computed from
// the searches of these positions.

/** @typedef {import('./questions.js').Asked} Asked */
/** @typedef {import('./sample.js').Example} Example */
/**
 * @typedef {object} Chapter
 * @property {string} name in addresses
 * @property {string} title
 * @property {string} summary
 * @property {string[]} text paragraphs
 * @property {{ of: string, lines: string[] }} [pseudocode]
 * @property {string} shows what is demonstrated
 * @property {boolean} [noRepeat] whether it needs games with the no-repeat rule
 * @property {Example[]} examples the first is shown, the others are for the exercises
 * @property {Asked[]} exercises
 */

/** @type {Chapter[]} */
export const CHAPTERS = [
  {
    name: 'minimax',
    title: 'What minimax does',
    summary: 'Look ahead, and expect the best answer to every move.',
    text: [
      'A search looks at every move, at every answer to it, and so on. This gives a tree: each box is a position, and each line is a move. It begins at the root, the position on the board. A ply is one move of one side; the depth is how many plies the search looks ahead. The last positions of the tree are its leaves.',
      'Where the depth is reached, the search stops and evaluates the position: a number says how good it is for the side that moves at the root. The numbers have no unit: a higher one is better. A finished game needs no evaluation: it is won, lost or drawn. “Lost in 2” means that the side at the root has lost after 2 plies.',
      'The side at the root wants the highest value, and the other side wants the lowest. So the side at the root does not hope for a mistake. It chooses the move whose value is highest after the best answer. While a box is not finished, ≥ 5 in it means “at least 5”, and ≤ 5 means “at most 5”.',
      'In a search tree every value is for the side that moves at the root, also where the other side moves. In Analysis a score is always White’s, in hundredths of a man.',
    ],
    shows: 'minimax',
    examples: [
      { game: 'ctf:3', position: '-w-WwbBb- w', depth: 2 },
      { game: 'oska:4', position: 'w---/--b/bw/---/-w-- w', depth: 2 },
      { game: 'crusher:2', position: 'WBW-WB- B', depth: 2 },
      { game: 'congo', position: '4l2/7/7/5P1/7/7/2L4 w 0', depth: 2 },
    ],
    exercises: [{ kind: 'move', plies: 1 }, { kind: 'move' }],
  },
  {
    name: 'backing-up',
    title: 'Values move up the tree',
    summary: 'Every node gets the highest or the lowest value of its moves.',
    text: [
      'Only the leaves are evaluated. All other values come from below: the search backs them up, one ply at a time.',
      'Where the side of the root moves, a node gets the highest value of its moves. This is a max node, drawn with corners. Where the other side moves, a node gets the lowest value. This is a min node, drawn round.',
      'Press Step to see the order of the search. It follows one branch to its end, backs up the value, and takes the next branch. This is depth-first search.',
      'The branching factor b is how many moves a position has on average. With b moves everywhere, depth d has b · b · … · b = b^d leaves, so minimax visits about b^d positions. With b = 10 and d = 6, that is a million.',
      'The time grows with b^d, the memory does not: depth-first search only keeps the branch that it is on, so its memory grows only with d.',
    ],
    pseudocode: {
      of: 'minimax',
      lines: [
        'minimax(position, depth)',
        '  if the game is over or depth = 0:',
        '    return the value of position',
        '  best = -∞ at a max node, +∞ at a min node',
        '  for each move:',
        '    v = minimax(position after move, depth - 1)',
        '    max node: best = max(best, v)',
        '    min node: best = min(best, v)',
        '  return best',
      ],
    },
    shows: 'minimax',
    examples: [
      { game: 'oska:4', position: '-w-w/-w-/--/bb-/-b-- w', depth: 2 },
      { game: 'ctf:3', position: 'W-wb----B w', depth: 2 },
      { game: 'crusher:2', position: 'WB--BWW W', depth: 2 },
      { game: 'congo', position: '4l2/7/7/5P1/7/7/2L4 w 0', depth: 2 },
    ],
    exercises: [{ kind: 'value', node: 'first' }, { kind: 'value', node: 'last' }, { kind: 'value', node: 'root' }],
  },
  {
    name: 'alpha-beta',
    title: 'Alpha-beta and its window',
    summary: 'What each side is sure of already.',
    text: [
      'Alpha-beta is minimax that remembers two numbers. Alpha is the value that the side of the root is sure of already. Beta is the most that the other side will allow.',
      'Together they are the window. It begins open, from -∞ to +∞, and gets narrower as moves are searched. Only a value between alpha and beta can still change what the root chooses.',
      'A finished move at a max node can raise alpha, and a finished move at a min node can lower beta, for the moves that are searched after it. So the first nodes have an open window, and later nodes can have a window with two finite ends.',
      'Each box shows the window with which the search enters the node. In the positions of this chapter alpha-beta searches every move, as minimax does.',
    ],
    shows: 'alphabeta',
    // Alpha-beta cuts off nothing in them: what a cut-off is comes in the next chapter.
    examples: [
      { game: 'ctf:3', position: '-W-wbw-bB w', depth: 3 },
      { game: 'crusher:2', position: 'WBW-BBW W', depth: 3 },
      { game: 'oska:4', position: '-b-w/w--/w-/bb-/---b w', depth: 3 },
      { game: 'ctf:3', position: 'wW-b--Bbw b', depth: 3 },
      { game: 'congo', position: '4l2/7/4p2/7/7/z6/2L4 w 0', depth: 2 },
    ],
    exercises: [{ kind: 'window', node: 'first' }, { kind: 'window' }],
  },
  {
    name: 'cut-offs',
    title: 'Which branches are cut off, and why',
    summary: 'Alpha-beta leaves out what cannot matter, and finds the same value.',
    text: [
      'Suppose one of your moves gives you +85. You look at another move, and the first answer to it already holds you to +25. Then you will not play this move, whatever the other answers to it are. The search leaves them out: this is a cut-off. Cutting off branches is also called pruning.',
      'At a min node the search stops when the value is at most alpha. At a max node it stops when the value is at least beta. The node then keeps its sign ≤ or ≥: the search does not know its value, because the bound was enough.',
      'The first is called an alpha cut-off: at a min node, value ≤ alpha. The second is called a beta cut-off: at a max node, value ≥ beta. In both cases the value has left the window: nothing is left between alpha and beta.',
      'The first tree is that of minimax, which visits every position. Alpha-beta cuts off the grey ones. The reason stands next to the scissors: value ≤ alpha, or value ≥ beta. Both searches find the same value at the root.',
    ],
    pseudocode: {
      of: 'alpha-beta',
      lines: [
        'alphabeta(position, depth, alpha, beta)',
        '  if the game is over or depth = 0:',
        '    return the value of position',
        '  best = -∞ at a max node, +∞ at a min node',
        '  for each move:',
        '    v = alphabeta(position after move, depth - 1, alpha, beta)',
        '    max node: best = max(best, v), alpha = max(alpha, best)',
        '    min node: best = min(best, v), beta = min(beta, best)',
        '    if alpha ≥ beta: stop here (cut-off)',
        '  return best',
      ],
    },
    shows: 'both',
    examples: [
      { game: 'ctf:4', position: '--Ww----B---b--w w', depth: 2 },
      { game: 'crusher:2', position: 'WBW-WB- B', depth: 2 },
      { game: 'ctf:3', position: '-W-wBwb-b b', depth: 2 },
      { game: 'oska:4', position: 'w-wb/---/--/-w-/--bb b', depth: 2 },
      { game: 'congo', position: '4l2/7/7/5P1/7/7/2L4 w 0', depth: 2 },
      { game: 'crusher:2', position: '-WBWBW- B', depth: 3 },
      { game: 'ctf:3', position: '-w-WwbBb- w', depth: 2 },
    ],
    exercises: [{ kind: 'mark' }, { kind: 'count' }, { kind: 'reason' }, { kind: 'needed' }],
  },
  {
    name: 'ordering',
    title: 'The order of moves',
    summary: 'Good moves first, and alpha-beta cuts off more.',
    text: [
      'Minimax visits the same positions in any order. Alpha-beta does not: if the best move comes first, alpha is high from the start, and most answers to the other moves are cut off. Generation order is the order in which the rules list the moves.',
      'Minimax visits about b^d positions (branching factor b, depth d). In the best case alpha-beta visits only about 2 · b^(d/2): twice the square root. So in the best case it looks ahead about twice as far in the same time. In the worst case it saves little or nothing.',
      'A program does not know the best move before it has searched. It guesses: captures first, or the best move of an earlier search. The trees here know the values from minimax, so that you can see the best and the worst case.',
    ],
    shows: 'orders',
    examples: [
      { game: 'ctf:3', position: 'Ww-w-bbB- w', depth: 3 },
      { game: 'oska:4', position: '--b-/w-w/-b/bw-/---b w', depth: 3 },
      { game: 'crusher:2', position: 'BWBB--W W', depth: 3 },
      { game: 'ctf:3', position: '-W-bwwBb- w', depth: 3 },
    ],
    exercises: [{ kind: 'first-move' }, { kind: 'order' }, { kind: 'same-value' }],
  },
  {
    name: 'horizon',
    title: 'The horizon effect',
    summary: 'What comes after the last ply does not exist for the search.',
    text: [
      'The depth is a horizon: the search sees nothing behind it. A capture on the last ply looks like a gain, even if the answer takes a man back.',
      'A loss can hide there too: the search avoids a loss that it sees, and chooses a move that loses just behind its horizon.',
      'Both trees search the same position, and the evaluation only counts men: own men minus enemy men. The deeper search sees what follows, and chooses another move. Engines therefore go on with captures at the horizon until the position is quiet. This is called quiescence search.',
    ],
    shows: 'horizon',
    examples: [
      { game: 'ctf:3', position: '-W-wBwb-b b', depth: 1, evaluation: 'material' },
      { game: 'oska:4', position: '---w/www/-b/b--/-bb- w', depth: 1, evaluation: 'material' },
      { game: 'oska:4', position: '-wb-/--w/--/--b/w-b- b', depth: 2, deeper: 2, evaluation: 'material' },
      { game: 'ctf:3', position: 'wb-W-wbB- w', depth: 1, evaluation: 'material' },
    ],
    exercises: [{ kind: 'refutation' }, { kind: 'move', far: true }],
  },
  {
    name: 'deepening',
    title: 'Iterative deepening',
    summary: 'Depth 1, then 2, then 3: an answer is always ready.',
    text: [
      'Nobody knows in advance how deep a search can look in the time that it has. So it searches depth 1, then depth 2, and so on. When the time is up, it plays the best move of the last depth that it has finished.',
      'This costs little. Where there are many moves, the last depth visits far more positions than all depths before it together.',
      'It can even save time. In every position that the previous depth has searched, the next depth first tries the move that was best there. With a good move first, alpha-beta cuts off more. Here all depths together visit fewer positions than the last depth alone would visit in generation order.',
    ],
    shows: 'depths',
    examples: [
      { game: 'crusher:3', position: 'WWW------WW---BBBBB B', depth: 3 },
      { game: 'congo', position: '3l3/3p3/P6/7/2L4/1P5/7 w 0', depth: 3 },
      { game: 'oska:5', position: '-w-ww/ww--/---/--/---/--b-/bbb-b b', depth: 4 },
      { game: 'ctf:5', position: '--W-w-www--w---bb-b--bB-b w', depth: 3 },
    ],
    exercises: [{ kind: 'interrupted' }, { kind: 'share' }],
  },
  {
    name: 'no-repeat',
    title: 'The no-repeat rule',
    summary: 'The value of a position can depend on the boards before it.',
    text: [
      'Some games forbid a move to any earlier board of the game. Under this no-repeat rule, two games can reach the same position and still have different legal moves.',
      'So the value of a position depends on its history. A transposition table stores the value of each position that was searched, to use it when the position comes again. If its key is the position alone, it can give a value that is wrong for the present game.',
      'The remedy is a key that includes the earlier boards that can still occur within the depth. Then an entry is used only where it is right.',
    ],
    shows: 'histories',
    noRepeat: true,
    examples: [
      { game: 'ctf:3', moves: ['a1a2', 'c3c2', 'b1a1', 'c2b2', 'c1b1', 'b2c2'], depth: 2 },
      { game: 'crusher:2', moves: ['b1b2', 'c2b1', 'b2c2', 'b3b2', 'c2b3', 'b2c2', 'b3b2'], depth: 2 },
      { game: 'crusher:2', moves: ['b1b2', 'c2b1', 'b2c2', 'a3b2', 'a2a3', 'b1a3', 'a1a2', 'b2b1', 'a2a1'], depth: 1 },
      // Here the history changes nothing at the root.
      { game: 'ctf:3', moves: ['a1a2', 'b3b2', 'b1a1', 'b2b3'], depth: 2 },
    ],
    exercises: [{ kind: 'illegal' }, { kind: 'history' }, { kind: 'table' }],
  },
];
