import path from 'node:path'
import type { Plugin } from 'vite'

const root = path.resolve(import.meta.dirname, '../../..')

/** The folder of the package that a module is from, from the root of the repository; undefined for our own. */
export function packageOf(id: string): string | undefined {
  const [, folder] = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id) ?? []
  return folder && path.relative(root, folder)
}

/** In the folder of the build; servers send no file whose name begins with a dot. */
export const listOfPackages = '.packages.json'

const found = new Set<string>()

/** For programs of workers, which are built before the page that names them. */
export const containedPackages: Plugin = {
  name: 'contained-packages',
  apply: 'build',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      for (const id of file.type === 'chunk' ? file.moduleIds : []) {
        const folder = packageOf(id)
        if (folder !== undefined) found.add(folder)
      }
  },
}

/** Writes the packages whose code is in the console, for the list of what a release contains. */
export const listContainedPackages: Plugin = {
  name: 'list-contained-packages',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler() {
      const source = `${JSON.stringify([...found].sort(), null, 2)}\n`
      this.emitFile({ type: 'asset', fileName: listOfPackages, source })
    },
  },
}
