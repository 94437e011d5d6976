/** @param {import('./shell.js').Route} route @returns {Promise<import('./shell.js').View>} */
export async function openEditor(route) {
  const element = document.createElement('p');
  element.textContent = route.view;
  return { title: 'editor', element, update: () => true };
}
