import { readdir } from 'node:fs/promises'
import path from 'node:path'

const isTest = /\.test\.[jt]s$/
const maxDepth = 12

/** The test files of a folder whose path contains one of these texts, in order. */
export async function findTests(folder: string, patterns: readonly string[]): Promise<string[]> {
  const files = (await walk(folder, 0)).sort()
  if (!patterns.length) return files
  return files.filter((file) => patterns.some((pattern) => path.relative(folder, file).includes(pattern)))
}

async function walk(folder: string, depth: number): Promise<string[]> {
  if (depth > maxDepth) return []
  const entries = await readdir(folder, { withFileTypes: true })
  const lists = await Promise.all(
    entries.map((entry) => {
      const name = path.join(folder, entry.name)
      if (entry.isDirectory())
        return entry.name === 'node_modules' || entry.name.startsWith('.') ? [] : walk(name, depth + 1)
      return entry.isFile() && isTest.test(entry.name) ? [name] : []
    }),
  )
  return lists.flat()
}
