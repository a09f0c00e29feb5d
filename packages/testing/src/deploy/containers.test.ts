import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../../..')
const within = (file: string) => path.join(root, file)

interface Instruction {
  name: string
  rest: string
}

/** Instructions without comments, with continued lines joined: the name and the rest. */
function parseInstructions(file: string): Instruction[] {
  const lines = readFileSync(within(file), 'utf8').replace(/^\s*#.*\n/gm, '')
  return lines
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => {
      const [, name = '', rest = ''] = /^(\S+)\s+(.+)$/.exec(line) ?? []
      return { name, rest }
    })
}

for (const name of ['server', 'agent']) {
  const file = `deploy/Containerfile.${name}`

  test(`the linter accepts the container file of the ${name}, and its commands can be parsed`, () => {
    expect(validate(readFileSync(within(file), 'utf8')).map(({ message }) => message)).toEqual([])
    for (const { name: instruction, rest } of parseInstructions(file)) {
      if (instruction === 'COPY' && !rest.startsWith('--from'))
        expect(existsSync(within(rest.split(/\s+/)[0] ?? ''))).toBe(true)
      if (instruction !== 'RUN') continue
      expect(spawnSync('sh', ['-n', '-c', rest]).status).toBe(0)
      if (!rest.includes('apt-get')) continue
      expect(rest).toMatch(/apt-get update\s+&& apt-get install -y --no-install-recommends/)
      expect(rest).toContain('rm -rf /var/lib/apt/lists')
    }
  })

  test(`the container of the ${name} runs without root, with a health check, on any processor`, () => {
    const all = parseInstructions(file)
    const [first] = all
    expect(first).toEqual({
      name: 'ARG',
      rest: expect.stringMatching(/^NODE_IMAGE=docker\.io\/library\/node:24-bookworm-slim$/),
    })
    const last = all.slice(all.findLastIndex(({ name: instruction }) => instruction === 'FROM'))
    const find = (wanted: string) => last.filter(({ name: instruction }) => instruction === wanted)
    expect(find('USER')).toEqual([{ name: 'USER', rest: '10001:10001' }])
    expect(find('STOPSIGNAL')).toEqual([{ name: 'STOPSIGNAL', rest: 'SIGTERM' }])
    expect(find('HEALTHCHECK')).toHaveLength(1)
    const [volume] = find('VOLUME')
    expect(find('RUN')[0]?.rest).toContain(`--owner 10001 --group 10001 --mode 0700 ${volume?.rest}`)
    expect(find('WORKDIR')).toEqual([{ name: 'WORKDIR', rest: volume?.rest }])
    expect(readFileSync(within(file), 'utf8')).not.toMatch(/amd64|arm64|x86_64|aarch64|--platform/)
  })
}

test('what is not part of the program stays out of the images', () => {
  const ignored = readFileSync(within('.dockerignore'), 'utf8').split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['.git', '.cache', '**/node_modules', '**/dist', '**/.env']))
})

test('the start command of the agent’s container is executable, and can be parsed', () => {
  const file = within('deploy/agent-in-container')
  expect(statSync(file).mode & 0o111).not.toBe(0)
  expect(spawnSync('sh', ['-n', file]).status).toBe(0)
})
