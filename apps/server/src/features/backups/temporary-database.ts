import type pg from 'pg'

/** A database next to that of the installation, for one test restore. */
export interface TemporaryDatabase {
  url: string
  drop(): Promise<void>
}

interface Place {
  url: string | undefined
  name: string
  mayCreate: boolean
}

/** Undefined if this account may not create databases. One that a killed server has left is removed first. */
export async function createTemporary(pool: pg.Pool): Promise<TemporaryDatabase | undefined> {
  const { url, name, mayCreate } = await readPlace(pool)
  if (!mayCreate || !url) return undefined
  const drop = () => dropDatabase(pool, name)
  await drop()
  await pool.query(`create database ${name} template template0`)
  const address = new URL(url)
  address.pathname = `/${name}`
  return { url: address.href, drop }
}

/** Removes the database that a killed server has left, if there is one. Only while no test restore runs. */
export async function dropLeftover(pool: pg.Pool): Promise<void> {
  const { name, mayCreate } = await readPlace(pool)
  if (mayCreate) await dropDatabase(pool, name)
}

/** The name belongs to this installation: others may use the same PostgreSQL. */
async function readPlace(pool: pg.Pool): Promise<Place> {
  const { rows } = await pool.query<{ oid: string; mayCreate: boolean }>(
    `select d.oid::text as oid, r.rolcreatedb or r.rolsuper as "mayCreate"
     from pg_database d, pg_roles r where d.datname = current_database() and r.rolname = current_user`,
  )
  const url = pool.options.connectionString
  return { url, name: `fleetdeck_proof_${rows[0]?.oid}`, mayCreate: rows[0]?.mayCreate === true }
}

const dropDatabase = async (pool: pg.Pool, name: string) =>
  void (await pool.query(`drop database if exists ${name} with (force)`))
