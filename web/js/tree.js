/** @param {import('./shell.js').Route} route @returns {Promise<import('./shell.js').View>} */
export async function openTree(route) {
  const element = document.createElement('p');
  element.textContent = route.view;
  return { title: 'tree', element, update: () => true };
}
