// Files that the page saves on the reader's machine.

const fileName = (title, ending) => `${title.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '').toLowerCase() || 'plot'}.${ending}`;

function save(blob, name) {
  const address = URL.createObjectURL(blob), link = element('a', {href: address, download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

/** A picture of twice the size of its SVG text. */
async function pngOf(svg, width, height) {
  const picture = new Image(), canvas = element('canvas', {width: 2 * width, height: 2 * height});
  picture.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svg);
  await picture.decode();
  canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise(done => canvas.toBlob(done, 'image/png'));
}

/** Buttons that save what plotOf() tells when they are pressed: {title, svg, width, height, csv}, or null. */
function saveTools(plotOf) {
  const makers = {
    png: ({svg, width, height}) => pngOf(svg, width, height),
    svg: ({svg}) => new Blob([svg], {type: 'image/svg+xml'}),
    csv: ({csv}) => new Blob([csv], {type: 'text/csv'}),
  };
  return element('span', {class: 'tools'}, Object.entries(makers).map(([ending, make]) => {
    const act = async () => {
      const plot = plotOf();
      if (plot) save(await make(plot), fileName(plot.title, ending));
    };
    return element('button', {type: 'button', title: `save this plot as ${ending.toUpperCase()}`, 'data-save': ending, onclick: act}, ending.toUpperCase());
  }));
}
