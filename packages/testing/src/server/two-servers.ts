import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { enrollPath } from '@fleetdeck/contract/phone-api'
import { newPostgres } from '../site/test-database.ts'
import { firstSignIn, HttpClient } from './http-client.ts'
import { type DataFolder, type ServerProcess, startServer, temporaryFolder } from './server-process.ts'
import { TestSocket } from './test-sockets.ts'

const firstPassword = 'First-Password-1'

/**
 * Two started servers of one installation, on TEST_DATABASE_URL and TEST_REDIS_URL, with their own data folders and a
 * folder of files in common.
 */
export class TwoServers {
  readonly first: ServerProcess
  second: ServerProcess
  /** Signed in, on the first server. */
  readonly admin: HttpClient
  readonly #settings: Record<string, string>
  readonly #folders: DataFolder[]
  readonly #dropDatabase: () => Promise<void>
  #phone: TestSocket | undefined

  private constructor(
    servers: { first: ServerProcess; second: ServerProcess },
    admin: HttpClient,
    options: { settings: Record<string, string>; folders: DataFolder[]; drop: () => Promise<void> },
  ) {
    this.first = servers.first
    this.second = servers.second
    this.admin = admin
    this.#settings = options.settings
    this.#folders = options.folders
    this.#dropDatabase = options.drop
  }

  static async start(): Promise<TwoServers> {
    const { url, drop } = await newPostgres()
    const folders = [await temporaryFolder(), await temporaryFolder()]
    const settings = {
      DATABASE_URL: url,
      REDIS_URL: process.env.TEST_REDIS_URL ?? '',
      REDIS_PREFIX: randomUUID(),
      CAPTCHA: 'off',
      ADMIN_PASSWORD: firstPassword,
      FILES_DIR: path.join(folders[0]?.path ?? '', 'shared'),
      SECRET_KEY_FILE: path.join(folders[0]?.path ?? '', 'secret.key'),
    }
    const [first, second] = [await start(settings, folders[0]), await start(settings, folders[1])]
    const admin = await firstSignIn(first.address, firstPassword)
    return new TwoServers({ first, second }, admin, { settings, folders, drop })
  }

  /** The admin on the second server, in the same session. */
  get adminOnSecond(): HttpClient {
    return new HttpClient(this.second.address, this.admin.token)
  }

  /** Device 1, the admin's phone A1, connected to the first server. */
  async phone(): Promise<TestSocket> {
    await this.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
    const response = await fetch(`${this.first.address}${enrollPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        key: this.first.enrolmentKey,
        deviceId: 'phone-1',
        brand: 'Deck',
        model: 'One',
      }),
    })
    const { data } = (await response.json()) as { data: { token: string } }
    const body = { deviceNo: 'A1', deviceId: 'phone-1', tenantId: 1, groupId: 1 }
    await this.admin.call(devices.addAssDevice, { body })
    this.#phone = TestSocket.phone(this.first.address, data.token)
    await this.#phone.next('registered')
    return this.#phone
  }

  /** On the data folder of the one that was killed. */
  async restartSecond(): Promise<void> {
    this.second = await start(this.#settings, this.#folders[1])
  }

  async stop(): Promise<void> {
    this.#phone?.close()
    await this.first.kill()
    await this.second.kill()
    await this.#dropDatabase()
    for (const folder of this.#folders) await folder.remove()
  }
}

const start = (settings: Record<string, string>, folder: DataFolder | undefined) =>
  startServer({ ...settings, DATA_DIR: folder?.path ?? '' })
