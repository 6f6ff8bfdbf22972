// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Usage: node build.mjs NPM FOLDER PAGE
// Installs the packages of package-lock.json into FOLDER, unless they are there, and bundles src/ into PAGE.
// Without network there is no page, and the build goes on: `sinew review` then says what is missing.
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {createRequire} from 'node:module';

const [npm, ...places] = process.argv.slice(2);
const [folder, page] = places.map(place => path.resolve(place));
const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const lock = fs.readFileSync(path.join(here, 'package-lock.json'), 'utf8');
const stamp = path.join(folder, 'installed.json');

function install() {
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === lock) return true;
  fs.mkdirSync(folder, {recursive: true});
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    fs.copyFileSync(path.join(here, name), path.join(folder, name));
  const minutes = 3;
  const {status, stderr} = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--fetch-retries=1'],
      {cwd: folder, timeout: minutes * 60000, encoding: 'utf8'});
  if (status !== 0) {
    console.log(`The page of sinew review is not built: npm could not install its packages.\n${stderr}`);
    return false;
  }
  fs.writeFileSync(stamp, lock);
  return true;
}

function bundle() {
  const esbuild = createRequire(path.join(folder, 'package.json'))('esbuild');
  const {outputFiles} = esbuild.buildSync({
    entryPoints: [path.join(here, 'src/main.js')],
    bundle: true, minify: true, write: false, format: 'iife', target: 'es2020', legalComments: 'inline',
    nodePaths: [path.join(folder, 'node_modules')],
  });
  const style = fs.readFileSync(path.join(here, 'src/style.css'), 'utf8');
  // As functions, because $ means something in a replacement text. No script may end within the code.
  const code = outputFiles[0].text.replaceAll('</script', '<\\/script');
  return fs.readFileSync(path.join(here, 'src/page.html'), 'utf8')
      .replace('/* sinew:style */', () => style)
      .replace('/* sinew:code */', () => code);
}

if (install()) {
  fs.mkdirSync(path.dirname(page), {recursive: true});
  fs.writeFileSync(`${page}.tmp`, bundle());
  fs.renameSync(`${page}.tmp`, page);
}
