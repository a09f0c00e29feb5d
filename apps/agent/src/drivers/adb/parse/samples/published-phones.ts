import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the owner of a phone published; serial numbers and addresses are replaced by others of the same form. */
export interface PublishedPhone {
  /** The file's name without `.txt`. */
  name: string
  make: string
  model: string
  /** Address of the publication. */
  source: string
  /** Output by command, such as `getprop` or `wm size`; empty for one that was not published. */
  output: (command: string) => string
}

const folder = join(import.meta.dirname, 'phones')

/**
 * All of them, by name. A file has the lines `make:`, `model:` and `source:`, and then a section for each command, with
 * the lines of its output that matter:
 *
 *     == getprop ==
 *     [ro.product.model]: [Pixel 6]
 *     == wm size ==
 *     Physical size: 1080x2400
 */
export function publishedPhones(): PublishedPhone[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.txt'))
  return files
    .sort()
    .map((file) => readPhone(file.slice(0, -'.txt'.length), readFileSync(join(folder, file), 'utf8')))
}

function readPhone(name: string, text: string): PublishedPhone {
  const [head = '', ...parts] = text.split(/^== (.+) ==\n/m)
  const sections = new Map<string, string>()
  for (let at = 0; at < parts.length; at += 2) sections.set(parts[at] ?? '', parts[at + 1] ?? '')
  const fact = (key: string) => new RegExp(`^${key}: (.+)$`, 'm').exec(head)?.[1] ?? ''
  return {
    name,
    make: fact('make'),
    model: fact('model'),
    source: fact('source'),
    output: (command) => sections.get(command) ?? '',
  }
}
