import type { ComputerPhone, ComputerReport } from '@fleetdeck/contract/computer-socket'
import type { ComputerId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, inArray, isNull, ne, type SQL } from 'drizzle-orm'
import { isAccountExpired } from '../../access/account-line.queries.ts'
import { isPlugged } from '../../domain/devices/computer-links.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import { computerPhones, computers } from '../../platform/db/schema/computers.ts'

/** Computers of one owner. */
const maxComputers = 2000
const unnamed = 'computer'

export async function findComputerByToken(db: Db, tokenHash: string) {
  const [computer] = await db
    .select({
      computerId: computers.id,
      name: computers.computerName,
      ownerId: computers.ownerId,
      chargeLimit: computers.chargeLimit,
      isExpired: isAccountExpired(computers.ownerId),
    })
    .from(computers)
    .where(eq(computers.tokenHash, tokenHash))
  return computer
}

interface NewComputer {
  installation: string
  tokenHash: string
  host: string
  agentVersion: string
  ip: string
  /** Null for the site's key. */
  ownerId: UserId | null
}

/**
 * The computer with this token, which belongs to the owner of the key from now on. Name and place are those that its
 * owner gave it: another owner does not see them.
 * @returns its name
 * @throws AppError computerKnown, computersFull
 */
export async function enrolComputer(db: Db, computer: NewComputer): Promise<string> {
  const { tokenHash, installation, ownerId, host } = computer
  const known = await findComputerByToken(db, tokenHash)
  const facts = { ...computer, host: host || unnamed }
  const asNew = { computerName: facts.host.slice(0, 50), place: '' }
  if (known) {
    const change = known.ownerId === ownerId ? facts : { ...facts, ...asNew, chargeLimit: null }
    await db.update(computers).set(change).where(eq(computers.id, known.computerId))
    return known.ownerId === ownerId ? known.name : asNew.computerName
  }
  const isOwners: SQL = ownerId === null ? isNull(computers.ownerId) : eq(computers.ownerId, ownerId)
  if (await db.$count(computers, and(isOwners, eq(computers.installation, installation))))
    throw new AppError('computerKnown')
  if ((await db.$count(computers, isOwners)) >= maxComputers)
    throw new AppError('computersFull', { count: maxComputers })
  // The same enrolment may be repeated while the first is in progress.
  await db
    .insert(computers)
    .values({ ...facts, ...asNew })
    .onConflictDoNothing()
  return asNew.computerName
}

interface Reported {
  report: ComputerReport
  ip: string
  /** When it arrived. */
  at: Date
}

/** Stores a report; nothing if the computer was deleted. */
export async function saveComputerReport(
  db: Db,
  computerId: ComputerId,
  { report, ip, at }: Reported,
): Promise<void> {
  const { agentVersion, host, phones } = report
  const change = { report, reportedAt: at, ip, agentVersion, ...(host && { host }) }
  await db.transaction(async (tx) => {
    const isOne = eq(computers.id, computerId)
    const changed = await tx.update(computers).set(change).where(isOne).returning({ id: computers.id })
    if (changed.length === 0) return
    const ofComputer = eq(computerPhones.computerId, computerId)
    const before = await tx.select().from(computerPhones).where(ofComputer)
    const reported = phoneRows(computerId, phones, { before, at })
    const rows = [...reported, ...(await unpluggedRows(tx, computerId, { reported, before, at }))]
    if (sameRows(before, rows)) return
    await tx.delete(computerPhones).where(ofComputer)
    if (rows.length) await tx.insert(computerPhones).values(rows)
  })
}

type PhoneRow = typeof computerPhones.$inferSelect

const unpluggedMs = 7 * 86_400_000

/**
 * Phones that the computer had, until another one reports them: an incident of phones whose hub failed names their
 * computer.
 */
async function unpluggedRows(
  tx: Db,
  computerId: ComputerId,
  { reported, before, at }: { reported: PhoneRow[]; before: PhoneRow[]; at: Date },
): Promise<PhoneRow[]> {
  const known = new Set(reported.flatMap(({ serial, hardwareId }) => [serial, hardwareId]))
  const missing = before.filter(
    ({ serial, hardwareId, state, since }) =>
      hardwareId !== null &&
      // The identity is that of another phone.
      state !== 'identityTaken' &&
      !known.has(serial) &&
      !known.has(hardwareId) &&
      (state !== 'unplugged' || at.getTime() - since.getTime() < unpluggedMs),
  )
  const hardwareIds = missing.flatMap(({ hardwareId }) => hardwareId ?? [])
  if (hardwareIds.length === 0) return []
  const { hardwareId } = computerPhones
  const isElsewhere = and(
    inArray(hardwareId, hardwareIds),
    ne(computerPhones.computerId, computerId),
    isPlugged,
  )
  const elsewhere = new Set(
    (await tx.select({ hardwareId }).from(computerPhones).where(isElsewhere)).map((row) => row.hardwareId),
  )
  return missing
    .filter((row) => !elsewhere.has(row.hardwareId))
    .map((row) => (row.state === 'unplugged' ? row : { ...row, state: 'unplugged', since: at }))
}

/** A phone that is in the same state as before has been so since then. */
function phoneRows(
  computerId: ComputerId,
  phones: ComputerPhone[],
  { before, at }: { before: PhoneRow[]; at: Date },
): PhoneRow[] {
  const known = new Map(before.map((row) => [row.serial, row]))
  const rows = phones.map(({ seconds, hardwareId = null, port = null, ...phone }) => {
    const old = known.get(phone.serial)
    const since = old?.state === phone.state ? old.since : new Date(at.getTime() - seconds * 1000)
    return { computerId, ...phone, hardwareId, port, since }
  })
  return [...new Map(rows.map((row) => [row.serial, row])).values()]
}

const keyOf = ({ serial, state, hardwareId, port, transport, isGivenUp }: PhoneRow) =>
  JSON.stringify([serial, state, hardwareId, port, transport, isGivenUp])

function sameRows(before: PhoneRow[], after: PhoneRow[]): boolean {
  const known = new Set(before.map(keyOf))
  return before.length === after.length && after.every((row) => known.has(keyOf(row)))
}
