// Bundles the libraries of others: node build.mjs FOLDER
// FOLDER/libraries.js for the pages of results, FOLDER/workbench.js for the workbench, FOLDER/libraries.css for both.
import {build} from 'esbuild';
import {createHash} from 'node:crypto';
import {readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

const folder = process.argv[2];
const licence = name => readFileSync(join('node_modules', name, 'LICENSE'), 'utf8').trim();
const version = name => JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8')).version;
const scoped = scope => readdirSync(join('node_modules', scope)).sort().map(name => `${scope}/${name}`);
// So that a test without npm can tell whether the bundles are of these sources.
const hash = createHash('sha256');
for (const file of ['build.mjs', 'libraries.mjs', 'workbench.mjs', 'package-lock.json']) hash.update(readFileSync(file));
const sources = hash.digest('hex');

/** The licences of all packages, in full; one that several packages share is there once, after their names. */
function notices(packages) {
  const sharing = new Map();
  for (const name of packages) {
    const text = licence(name);
    sharing.set(text, [...(sharing.get(text) || []), `${name} ${version(name)}`]);
  }
  const banner = [...sharing].map(([text, names]) => `${names.join(', ')}\n\n${text}`).join('\n\n');
  if (banner.includes('*/')) throw new Error('a licence would end its comment');
  return banner;
}

async function bundle(name, packages) {
  const {metafile} = await build({
    entryPoints: [`${name}.mjs`],
    outfile: join(folder, `${name}.js`),
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'libraries',
    charset: 'ascii',
    target: 'es2020',
    legalComments: 'none',  // the licences stand in the banner, in full
    banner: {js: `/*! Sources ${sources}\n\n${notices(packages)} */`},
    metafile: true,
  });
  const taken = new Set(Object.keys(metafile.inputs).map(file => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]).filter(Boolean));
  for (const other of taken) if (!packages.includes(other)) throw new Error(`the licence of ${other} is missing`);
  // A text in a script must not end the script.
  const script = readFileSync(join(folder, `${name}.js`), 'utf8');
  if (/<\/script|<!--/i.test(script)) throw new Error('the bundle cannot stand in a page');
}

await bundle('libraries', ['uplot', 'three']);
await bundle('workbench', ['uplot', ...scoped('@codemirror'), ...scoped('@lezer'), '@marijn/find-cluster-break', 'crelt', 'style-mod', 'w3c-keyname']);
writeFileSync(join(folder, 'libraries.css'), readFileSync('node_modules/uplot/dist/uPlot.min.css'));
