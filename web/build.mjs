// Bundles the libraries of others into FOLDER/libraries.js and FOLDER/libraries.css: node build.mjs FOLDER
import {build} from 'esbuild';
import {createHash} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

const folder = process.argv[2];
const licence = name => readFileSync(join('node_modules', name, 'LICENSE'), 'utf8').trim();
const version = name => JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8')).version;
const banner = ['uplot', 'three'].map(name => `${name} ${version(name)}\n\n${licence(name)}`).join('\n\n');
// So that a test without npm can tell whether the bundle is of these sources.
const hash = createHash('sha256');
for (const file of ['build.mjs', 'libraries.mjs', 'package-lock.json']) hash.update(readFileSync(file));
if (banner.includes('*/')) throw new Error('a licence would end its comment');

await build({
  entryPoints: ['libraries.mjs'],
  outfile: join(folder, 'libraries.js'),
  bundle: true,
  minify: true,
  format: 'iife',
  globalName: 'libraries',
  charset: 'ascii',
  target: 'es2020',
  legalComments: 'none',  // the licences stand in the banner, in full
  banner: {js: `/*! Sources ${hash.digest('hex')}\n\n${banner} */`},
});
// A text in a script must not end the script.
const script = readFileSync(join(folder, 'libraries.js'), 'utf8');
if (/<\/script|<!--/i.test(script)) throw new Error('the bundle cannot stand in a page');
writeFileSync(join(folder, 'libraries.css'), readFileSync('node_modules/uplot/dist/uPlot.min.css'));
