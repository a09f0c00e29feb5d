import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { PhoneMarks } from '@fleetdeck/contract/phone-origin'
import type { RegionServer } from '@fleetdeck/contract/regions'
import { say, TerminalError } from '@fleetdeck/i18n/terminal'
import { z } from 'zod'
import { newPrivateKey, PhoneKey } from './phone-key.ts'

const TokenState = z.object({
  /** Distinguishes the phones of this folder from those of any other. */
  installation: z.string(),
  /** By server origin: the computer's own token. */
  computers: z.record(z.string(), z.string()).default({}),
  /** By server origin, then by hardwareId: a token is never sent to another server. */
  servers: z.record(z.string(), z.record(z.string(), z.string())),
  /** Private keys in the same order: no server can use another one's proofs. */
  keys: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  /** By server origin: the key with which it signs scripts, as first seen. */
  signers: z.record(z.string(), z.string()).default({}),
  /** By server origin, then by hardwareId: the authors whose scripts the phone runs. */
  authors: z.record(z.string(), z.record(z.string(), z.array(z.string()))).default({}),
  /** By server origin: where the servers of the same installation are. */
  regions: z.record(z.string(), z.array(z.object({ region: z.string(), address: z.string() }))).default({}),
  /** Identities that two phones had at the same time, and the marks of the one that keeps it. */
  keepers: z.record(z.string(), PhoneMarks).default({}),
})
type TokenState = z.infer<typeof TokenState>

/** What is stored about one phone and the server. */
export interface PhoneRecord {
  /** PKCS #8 in base64url. */
  key: string
  token?: string | undefined
  signer?: string | undefined
  authors?: string[] | undefined
}

/** What one phone reads and writes. */
export type PhoneTokens = Pick<
  TokenFile,
  | 'installation'
  | 'find'
  | 'signerOf'
  | 'pinSigner'
  | 'authorsOf'
  | 'pinAuthors'
  | 'keyOf'
  | 'keep'
  | 'forget'
>

/** The device tokens and keys of all phones of one state folder. */
export class TokenFile {
  readonly #path: string
  readonly #state: TokenState
  #writing: Promise<void> = Promise.resolve()
  /** Waits for the one in progress, and includes all changes until it begins. */
  #nextWrite: Promise<void> | undefined

  private constructor(path: string, state: TokenState) {
    this.#path = path
    this.#state = state
  }

  /**
   * Creates the folder if missing; rejects when the existing file has another format.
   * @param forgetsSigners the next key and authors that a server names are pinned again
   */
  static async open(
    folder: string,
    { forgetsSigners = false }: { forgetsSigners?: boolean | undefined } = {},
  ): Promise<TokenFile> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, 'phones.json')
    const known = await readState(path)
    const file = new TokenFile(
      path,
      known ?? {
        installation: randomBytes(3).toString('hex'),
        computers: {},
        servers: {},
        keys: {},
        signers: {},
        authors: {},
        regions: {},
        keepers: {},
      },
    )
    if (forgetsSigners) Object.assign(file.#state, { signers: {}, authors: {} })
    if (!known || forgetsSigners) await file.#save()
    return file
  }

  get installation(): string {
    return this.#state.installation
  }

  /** Of addresses of one installation, the one under which this folder knows it; the first if it is new. */
  homeOf(addresses: readonly URL[]): URL {
    const { computers, servers } = this.#state
    const isKnown = ({ origin }: URL) => origin in computers || Object.keys(servers[origin] ?? {}).length > 0
    return (addresses.find(isKnown) ?? addresses[0]) as URL
  }

  /** Where the servers of the installation are, as one of them has last told. */
  serversOf(home: URL): RegionServer[] {
    return this.#state.regions[home.origin] ?? []
  }

  async keepServers(home: URL, servers: readonly RegionServer[]): Promise<void> {
    this.#state.regions[home.origin] = [...servers]
    await this.#save()
  }

  /** The computer's token for this server, chosen here; on the disk when it resolves. */
  async computerToken(server: URL): Promise<string> {
    const known = this.#state.computers[server.origin]
    if (known) return known
    const token = randomBytes(32).toString('base64url')
    this.#state.computers[server.origin] = token
    await this.#save()
    return token
  }

  find(server: URL, hardwareId: string): string | undefined {
    return this.#state.servers[server.origin]?.[hardwareId]
  }

  /** The pinned key with which this server signs scripts. */
  signerOf(server: URL): string | undefined {
    return this.#state.signers[server.origin]
  }

  /** Pins the key, unless another one is pinned; returns the one that applies. */
  async pinSigner(server: URL, signer: string): Promise<string> {
    const known = this.#state.signers[server.origin]
    if (known !== undefined) return known
    this.#state.signers[server.origin] = signer
    await this.#save()
    return signer
  }

  /** Keys of the authors whose scripts the phone runs; undefined: nobody has required any. */
  authorsOf(server: URL, hardwareId: string): string[] | undefined {
    return this.#state.authors[server.origin]?.[hardwareId]
  }

  /** Whether a phone runs only scripts of authors that its tenant has named, whoever owns the server. */
  requiresAuthors(server: URL): boolean {
    return Object.keys(this.#state.authors[server.origin] ?? {}).length > 0
  }

  async pinAuthors(server: URL, hardwareId: string, authors: string[]): Promise<void> {
    const known = this.#state.authors[server.origin] ?? {}
    if (known[hardwareId]?.join() === authors.join()) return
    this.#state.authors[server.origin] = { ...known, [hardwareId]: authors }
    await this.#save()
  }

  /** The phone's key for this server; a new one is on the disk when it resolves. */
  async keyOf(server: URL, hardwareId: string): Promise<PhoneKey> {
    return (await this.keysOf(server, [hardwareId]))[0] as PhoneKey
  }

  /** The same for many phones, with one write. */
  async keysOf(server: URL, hardwareIds: readonly string[]): Promise<PhoneKey[]> {
    const keys = await this.#privateKeysOf(server, hardwareIds)
    return hardwareIds.map((hardwareId) => new PhoneKey(keys[hardwareId] ?? ''))
  }

  /** All of one phone; a new key is on the disk when it resolves. */
  async recordOf(server: URL, hardwareId: string): Promise<PhoneRecord> {
    const keys = await this.#privateKeysOf(server, [hardwareId])
    return {
      key: keys[hardwareId] ?? '',
      token: this.find(server, hardwareId),
      signer: this.signerOf(server),
      authors: this.authorsOf(server, hardwareId),
    }
  }

  async #privateKeysOf(server: URL, hardwareIds: readonly string[]): Promise<Record<string, string>> {
    const keys = this.#state.keys[server.origin] ?? {}
    this.#state.keys[server.origin] = keys
    const missing = hardwareIds.filter((hardwareId) => !keys[hardwareId])
    for (const hardwareId of missing) keys[hardwareId] = newPrivateKey()
    if (missing.length) await this.#save()
    return keys
  }

  /** The phone that keeps this identity, which another one has too. */
  keeperOf(hardwareId: string): PhoneMarks | undefined {
    return this.#state.keepers[hardwareId]
  }

  /** From now on only this phone has the identity. */
  async giveTo(hardwareId: string, marks: PhoneMarks): Promise<void> {
    this.#state.keepers[hardwareId] ??= marks
    await this.#save()
  }

  /** Resolves when the token is on the disk. */
  async keep(server: URL, hardwareId: string, token: string): Promise<void> {
    await this.keepAll(server, [[hardwareId, token]])
  }

  /** For many phones, with one write. */
  async keepAll(
    server: URL,
    tokens: readonly (readonly [hardwareId: string, token: string])[],
  ): Promise<void> {
    const known = this.#state.servers[server.origin] ?? {}
    this.#state.servers[server.origin] = { ...known, ...Object.fromEntries(tokens) }
    await this.#save()
  }

  async forget(server: URL, hardwareId: string): Promise<void> {
    delete this.#state.servers[server.origin]?.[hardwareId]
    await this.#save()
  }

  #save(): Promise<void> {
    const write = () => {
      this.#nextWrite = undefined
      return writeWhole(this.#path, `${JSON.stringify(this.#state, null, 2)}\n`)
    }
    if (!this.#nextWrite) {
      this.#nextWrite = this.#writing.then(write, write)
      this.#writing = this.#nextWrite
    }
    return this.#nextWrite
  }
}

async function readState(path: string): Promise<TokenState | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return TokenState.parse(JSON.parse(text))
  } catch {
    throw new TerminalError(say('agent.tokensDamaged', { file: path }))
  }
}

/** A reader sees the old or the new file, never a partial one, even after a power failure. */
async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.draft`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}
