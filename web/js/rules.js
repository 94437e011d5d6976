/** @param {import('./shell.js').Route} route @returns {Promise<import('./shell.js').View>} */
export async function openRules(route) {
  const element = document.createElement('p');
  element.textContent = route.view;
  return { title: 'rules', element, update: () => true };
}
