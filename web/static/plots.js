// Pages with static pictures: each saves itself, and the numbers that stand beside it.

const sheetOf = svg => '<?xml version="1.0" encoding="UTF-8"?>\n' + new XMLSerializer().serializeToString(svg) + '\n';

for (const figure of document.querySelectorAll('figure')) {
  const svg = figure.querySelector('svg'), {width, height} = svg.viewBox.baseVal, numbers = figure.querySelector('template').content;
  figure.prepend(saveTools(() => ({title: figure.getAttribute('aria-label'), svg: sheetOf(svg), width, height, csv: numbers.textContent})));
}
