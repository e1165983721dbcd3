// The script of the page with which the tests test themselves (harness_test.go).
const said = document.getElementById('said');
const name = document.getElementById('name');
for (let i = 0; i < 200; i++) document.getElementById('far').append(document.createElement('br'));
document.getElementById('one').addEventListener('click', ({ pointerType }) => {
  said.textContent = `one by ${pointerType}`;
});
document.getElementById('down').addEventListener('click', () => {
  said.textContent = 'down';
});
name.addEventListener('input', () => {
  said.textContent = `named ${name.value}`;
});
name.value = 'nobody';
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') said.textContent = `escaped in ${navigator.language}`;
});
