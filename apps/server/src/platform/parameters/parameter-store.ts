import { type ParameterKey, type ParameterValue, parameters } from '@fleetdeck/contract/parameters'
import { eq } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { parameterValues } from '../db/schema/parameters.ts'

/** The site's parameters, cached in memory; reloaded when one changes here or on another server. */
export class ParameterStore {
  readonly #db: Db
  #texts = new Map<string, string>()
  readonly #listeners = new Set<() => void>()

  constructor(db: Db) {
    this.#db = db
  }

  async load(): Promise<void> {
    const rows = await this.#db.select().from(parameterValues)
    const texts = new Map<string, string>()
    for (const { configKey, configValue } of rows) if (configValue !== null) texts.set(configKey, configValue)
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

  async set(key: ParameterKey, text: string): Promise<void> {
    await this.#db
      .insert(parameterValues)
      .values({ configKey: key, configName: key, configValue: text, builtIn: true })
      .onConflictDoUpdate({ target: parameterValues.configKey, set: { configValue: text } })
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
