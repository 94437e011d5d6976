/** @param {import('./shell.js').Route} route @returns {Promise<import('./shell.js').View>} */
export async function openGames(route) {
  const element = document.createElement('p');
  element.textContent = route.view;
  return { title: 'games', element, update: () => true };
}
