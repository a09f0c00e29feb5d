import { isSecretParameter } from '@fleetdeck/contract/parameter-rows'
import { type ParameterKey, type ParameterValue, parameters } from '@fleetdeck/contract/parameters'
import { eq } from 'drizzle-orm'
import type { Seal } from '../core/seal.ts'
import type { Db } from '../db/db.ts'
import { parameterValues } from '../db/schema/parameters.ts'

/** The site's parameters, cached in memory; reloaded when one changes here or on another server. */
export class ParameterStore {
  readonly #db: Db
  readonly #seal: Seal
  #texts = new Map<string, string>()
  readonly #listeners = new Set<() => void>()

  constructor(db: Db, seal: Seal) {
    this.#db = db
    this.#seal = seal
  }

  async load(): Promise<void> {
    const rows = await this.#db.select().from(parameterValues)
    const texts = new Map<string, string>()
    for (const { configKey, configValue } of rows)
      if (configValue !== null) texts.set(configKey, this.#opened(configKey, configValue))
    this.#texts = texts
    for (const listener of this.#listeners) listener()
  }

  /** Notified after every reload, until the returned function is called. */
  onLoad(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The value, or the registry's default when the stored text is no longer valid. */
  get<K extends ParameterKey>(key: K): ParameterValue<K> {
    const { schema, default: fallback } = parameters[key]
    const parsed = schema.safeParse(this.text(key))
    return (parsed.success ? parsed.data : schema.parse(fallback)) as ParameterValue<K>
  }

  text(key: ParameterKey): string {
    return this.#texts.get(key) ?? parameters[key].default
  }

  /** As the text is stored: secrets are sealed. */
  stored(key: string, text: string): string {
    return isSecretParameter(key) ? this.#seal.seal(text, `parameters.${key}`) : text
  }

  #opened(key: string, stored: string): string {
    return isSecretParameter(key) ? this.#seal.open(stored, `parameters.${key}`) : stored
  }

  async set(key: ParameterKey, text: string): Promise<void> {
    const configValue = this.stored(key, text)
    await this.#db
      .insert(parameterValues)
      .values({ configKey: key, configName: key, configValue, builtIn: true })
      .onConflictDoUpdate({ target: parameterValues.configKey, set: { configValue } })
    this.#texts.set(key, text)
  }

  async unset(key: ParameterKey): Promise<void> {
    await this.#db
      .update(parameterValues)
      .set({ configValue: null })
      .where(eq(parameterValues.configKey, key))
    this.#texts.delete(key)
  }
}
