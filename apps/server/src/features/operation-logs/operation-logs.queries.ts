import type { Db } from '../../db/db.ts'
import { operationLogs } from '../../db/schema/system.ts'

type NewEntry = typeof operationLogs.$inferInsert

export const insertOperationLogs = (db: Db, entries: NewEntry[]) => db.insert(operationLogs).values(entries)
