/** @param {import('./shell.js').Route} route @returns {Promise<import('./shell.js').View>} */
export async function openAnalysis(route) {
  const element = document.createElement('p');
  element.textContent = route.view;
  return { title: 'analysis', element, update: () => true };
}
