// Shows the games of the page move by move. The address decides what is shown: #game=3&ply=10, with &players=1,2 for the games of these
// players only. Names, moves and reasons come from programs that are not trusted: they are set as text, never as HTML. `drawing.js`, which
// draws the boards, stands before this text in the same script.
(() => {
  const find = (id) => document.getElementById(id);
  const data = JSON.parse(find('data').textContent);
  const places = new Map(data.games.map((game, index) => [game.number, index]));
  const rows = [...document.querySelectorAll('.list tbody tr')];
  const SIDES = ['White', 'Black'];
  let shown = null; // the game whose moves are listed
  let links = []; // its moves, and the start before them

  function make(parent, name, attributes = {}, text = '') {
    const svg = name === 'svg' || parent instanceof SVGElement;
    const element = svg
      ? document.createElementNS('http://www.w3.org/2000/svg', name)
      : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== '') element.textContent = text;
    parent.append(element);
    return element;
  }

  // ---- The address.

  function whole(text, otherwise) {
    return /^\d{1,15}$/.test(text ?? '') ? Number(text) : otherwise;
  }

  function state() {
    const words = new URLSearchParams(location.hash.slice(1));
    const players = (words.get('players') ?? '').split(',').map((word) => whole(word, 0) - 1);
    const known = players.filter((player) => player in data.players).slice(0, 2);
    const listed = data.games.filter((game) => known.every((player) => game.players.includes(player)));
    const asked = data.games[places.get(whole(words.get('game'), -1))];
    const game = asked ?? listed[0] ?? null;
    const ply = game === null ? 0 : Math.min(whole(words.get('ply'), 0), game.plies.length);
    return { players: known, listed, game, ply };
  }

  function address(players, game, ply) {
    const words = [];
    if (players.length > 0) words.push(`players=${players.map((player) => player + 1).join(',')}`);
    if (game !== null) words.push(`game=${game.number}`, `ply=${ply}`);
    return `#${words.join('&')}`;
  }

  // Steps through a game do not count in the browser's history; other games do.
  function step(ply) {
    const { players, game } = state();
    if (game !== null) location.replace(address(players, game, Math.max(0, Math.min(ply, game.plies.length))));
  }

  function open(game) {
    location.hash = address(state().players, game, 0);
  }

  // ---- The list of games.

  function showList({ players, listed, game }) {
    const visible = new Set(listed);
    rows.forEach((row, index) => {
      row.hidden = !visible.has(data.games[index]);
      const chosen = data.games[index] === game;
      row.classList.toggle('chosen', chosen);
      const link = row.querySelector('a');
      if (chosen) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    });
    const chosen = rows[data.games.indexOf(game)];
    if (chosen !== undefined && !chosen.hidden) keepInSight(chosen.closest('.scroll'), chosen, 40);
    const names = players.map((player) => data.players[player]).join(' and ');
    const count = listed.length === 1 ? '1 game' : `${listed.length} games`;
    find('filter').textContent = players.length > 0 ? `${count} of ${names}.` : `All ${count}.`;
    find('all').hidden = players.length === 0;
    const cell = `#players=${players.map((player) => player + 1).join(',')}`;
    for (const link of document.querySelectorAll('.cross a')) {
      if (link.getAttribute('href') === cell) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  }

  // ---- The board.

  // The board after this many plies, and the cells that the last of them changed.
  function position(game, ply) {
    const board = [...game.start];
    let changed = new Set();
    for (const [, changes] of game.plies.slice(0, ply)) {
      changed = new Set();
      for (const [, place, letter] of changes.matchAll(/(\d+)(\D)/g)) {
        board[Number(place)] = letter;
        changed.add(Number(place));
      }
    }
    return { board, changed };
  }

  const men = data.boards.map((kind) => new Men(kind.men));

  function showBoard(game, ply) {
    const host = find('board');
    host.replaceChildren();
    const kind = data.boards[game.board];
    if (kind === undefined || game.start === '') return;
    const { board, changed } = position(game, ply);
    host.append(drawBoard(kind.board, men[game.board], board, { last: changed, label: inWords(kind.board, board) }));
  }

  // The board in words, row by row.
  function inWords({ cells, rows }, board) {
    let first = 0;
    const texts = rows.map((length) => {
      const number = cells[first].name.replace(/^\D+/, '');
      const letters = board.slice(first, first + length);
      first += length;
      return `row ${number}: ${letters.join(' ')}`;
    });
    return `Board, ${texts.join('; ')}`;
  }

  // ---- The game.

  // The score of a decided game is a million less the plies to its end.
  function scoreText(score) {
    const plies = 1000000 - Math.abs(score);
    if (plies > 0 && plies < 1000) return `${score > 0 ? 'win' : 'loss'} in ${plies}`;
    return score > 0 ? `+${score}` : `${score}`.replace('-', '−');
  }

  function time(milliseconds) {
    return milliseconds < 1000 ? `${milliseconds}\u00a0ms` : `${(milliseconds / 1000).toFixed(1)}\u00a0s`;
  }

  function remark([, , milliseconds, score]) {
    const parts = [];
    if (score !== null) parts.push(scoreText(score));
    if (milliseconds !== null) parts.push(time(milliseconds));
    return parts;
  }

  const side = (game, ply) => (game.first + ply - 1) % 2;

  function showGame(game, players) {
    const [white, black] = game.players.map((player) => data.players[player]);
    find('viewer-head').textContent = `Game ${game.number}: ${white} – ${black}`;
    find('facts').textContent = `${game.rules}, ${game.control}. ${game.result}: ${game.reason}.`;
    find('problem').hidden = game.problem === null;
    find('problem').textContent = game.problem === null ? '' : `This game cannot be shown in full: ${game.problem}.`;
    const host = find('moves');
    host.replaceChildren();
    const table = make(host, 'table');
    const head = make(make(table, 'thead'), 'tr');
    make(head, 'th', { class: 'number', scope: 'col' }, '№');
    for (const name of SIDES) make(head, 'th', { scope: 'col' }, name);
    const body = make(table, 'tbody');
    const start = make(body, 'tr');
    make(start, 'th', { class: 'number', scope: 'row' }, '0');
    links = [make(make(start, 'td', { colspan: 2 }), 'a', { href: address(players, game, 0) }, 'Start')];
    let row = null;
    game.plies.forEach((ply, index) => {
      const number = index + 1;
      if (row === null || side(game, number) === 0) {
        row = make(body, 'tr');
        make(row, 'th', { class: 'number', scope: 'row' }, String(Math.floor((game.first + index) / 2) + 1));
        if (side(game, number) === 1) make(row, 'td');
      }
      const opening = ply[2] === null;
      const link = make(make(row, 'td'), 'a', { href: address(players, game, number), class: opening ? 'opening' : '' }, ply[0]);
      const parts = opening ? ['opening'] : remark(ply);
      if (parts.length > 0) make(link, 'small', {}, parts.join(', '));
      links.push(link);
    });
  }

  function statusText(game, ply) {
    if (ply === 0) return `Start. ${SIDES[game.first]} to move. ${game.plies.length} plies.`;
    const move = game.plies[ply - 1];
    const parts = [`Ply ${ply} of ${game.plies.length}: ${SIDES[side(game, ply)]} ${move[0]}`];
    if (move[2] === null) parts.push('opening');
    if (move[3] !== null) parts.push(`score ${scoreText(move[3])}`);
    if (move[2] !== null) parts.push(time(move[2]));
    const end = ply === game.plies.length && game.problem === null ? ` ${game.result}: ${game.reason}.` : '';
    return `${parts.join(', ')}.${end}`;
  }

  function showPly(game, ply) {
    showBoard(game, ply);
    find('status').textContent = statusText(game, ply);
    // A button with the attribute `disabled` would lose the focus, and with it the keys of the viewer.
    for (const id of ['first', 'previous']) find(id).setAttribute('aria-disabled', ply === 0);
    for (const id of ['next', 'last']) find(id).setAttribute('aria-disabled', ply === game.plies.length);
    links.forEach((link, index) => {
      if (index === ply) link.setAttribute('aria-current', 'step');
      else link.removeAttribute('aria-current');
    });
    keepInSight(find('moves'), links[ply]);
  }

  // Scrolls the box and not the page. The head of a table may cover the top of the box.
  function keepInSight(box, element, covered = 0) {
    const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
    if (inner.top < outer.top + covered) box.scrollTop -= outer.top + covered - inner.top;
    if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
  }

  function show() {
    const now = state();
    const key = now.game === null ? null : address(now.players, now.game, 0);
    find('viewer').hidden = now.game === null;
    if (key !== shown) {
      showList(now);
      if (now.game !== null) showGame(now.game, now.players);
      shown = key;
    }
    if (now.game !== null) showPly(now.game, now.ply);
  }

  // ---- What the reader does.

  const plain = (event) => !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);

  document.querySelector('.list tbody').addEventListener('click', (event) => {
    const row = event.target.closest('tr');
    if (row === null || !plain(event) || event.button !== 0) return;
    event.preventDefault();
    open(data.games[rows.indexOf(row)]);
    find('viewer-head').focus({ preventScroll: true });
    // If the board is below the list, it is out of sight.
    if (find('viewer').getBoundingClientRect().top > innerHeight / 2) find('viewer').scrollIntoView();
  });

  document.querySelector('.cross').addEventListener('click', (event) => {
    if (event.target.closest('a') !== null && plain(event)) find('games-head').scrollIntoView();
  });

  const ACTIONS = {
    first: () => 0,
    previous: (now) => now.ply - 1,
    next: (now) => now.ply + 1,
    last: (now) => now.game.plies.length,
  };
  const KEYS = { ArrowLeft: 'previous', ArrowRight: 'next', Home: 'first', End: 'last' };
  const GAMES = { ArrowUp: -1, ArrowDown: 1 };

  function act(name) {
    const now = state();
    if (now.game !== null) step(ACTIONS[name](now));
  }

  function otherGame(by) {
    const { listed, game } = state();
    const next = listed[listed.indexOf(game) + by];
    if (next !== undefined) open(next);
  }

  for (const name of Object.keys(ACTIONS)) find(name).addEventListener('click', () => act(name));

  // Outside of the viewer, keys that have a meaning there are left alone.
  document.addEventListener('keydown', (event) => {
    if (!plain(event)) return;
    const inViewer = find('viewer').contains(event.target);
    const sideways = event.key.startsWith('Arrow') && !event.target.matches('.scroll');
    if (event.key in KEYS && (inViewer || sideways)) {
      event.preventDefault();
      act(KEYS[event.key]);
    } else if (inViewer && !find('moves').contains(event.target) && event.key in GAMES) {
      event.preventDefault();
      otherGame(GAMES[event.key]);
    }
  });

  addEventListener('hashchange', show);
  show();
})();
