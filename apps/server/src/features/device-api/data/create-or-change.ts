import { DynamicTableDraft, longestSearched } from '@fleetdeck/contract/dynamic-tables'
import type { UserId } from '@fleetdeck/contract/ids'
import type { PhoneTables } from '@fleetdeck/contract/phone-tables'
import type { Language } from '@fleetdeck/i18n/languages'
import type { z } from 'zod'
import { changeTable, makeTable } from '../../../domain/dynamic-tables/change-design.ts'
import type { Design } from '../../../domain/dynamic-tables/design.ts'
import { findDesignNamed } from '../../../domain/dynamic-tables/designs.queries.ts'
import { AppError } from '../../../platform/core/app-error.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isTextKey, text } from '../../../platform/http/language.ts'

type Sent = z.output<typeof PhoneTables.create>

/** Scripts call this at each start, so unchanged tables are not touched. Returns the number of fields. */
export async function createOrChange(
  db: Db,
  tenantId: UserId,
  { sent, language }: { sent: Sent; language: Language },
): Promise<number> {
  const design = await findDesignNamed(db, tenantId, sent.tableNameEn)
  const draft = toDraft(sent, design, language)
  if (design) {
    if (differs(design, draft)) await changeTable(db, design.id, draft, Number.POSITIVE_INFINITY)
    return draft.columns.length
  }
  try {
    await makeTable(db, tenantId, draft)
    return draft.columns.length
  } catch (error) {
    // Another phone created it in the meantime.
    if (error instanceof AppError && error.errorName === 'dynamicTableNameTaken')
      return createOrChange(db, tenantId, { sent, language })
    throw error
  }
}

/** Existing fields keep their search role, and are never shortened. */
function toDraft(
  { tableName, tableNameEn, columns }: Sent,
  design: Design | undefined,
  language: Language,
): DynamicTableDraft {
  const known = new Map(design?.columns.map((column) => [column.columnName.toLowerCase(), column]))
  const parsed = DynamicTableDraft.safeParse({
    tableName: tableName.trim() || tableNameEn,
    tableNameEn,
    columns: columns.map(({ columnName, columnInfo, columnSize }) => {
      const same = known.get(columnName.trim().toLowerCase())
      const size = same || columnSize ? Math.max(columnSize || 0, same?.columnSize ?? 0) : undefined
      return {
        columnName,
        columnInfo: columnInfo?.trim() || columnName,
        ...(size !== undefined && { columnSize: size }),
        ...(same && { no: same.no, isSearched: same.isSearched && (size ?? 0) <= longestSearched }),
      }
    }),
  })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') ?? 'columns'
  if (!issue || !isTextKey(issue.message)) throw new AppError('invalidInput', { field })
  throw new AppError('dynamicDesignUnfit', { field, reason: text(language, issue.message) })
}

function differs(design: Design, draft: DynamicTableDraft): boolean {
  const print = ({
    tableName,
    tableNameEn,
    columns,
  }: Pick<DynamicTableDraft, 'tableName' | 'tableNameEn' | 'columns'>) =>
    JSON.stringify([
      tableName,
      tableNameEn,
      columns.map(({ no, columnInfo, columnName, columnSize, isSearched }) => [
        ...[no, columnInfo, columnName, columnSize, isSearched],
      ]),
    ])
  return print(design) !== print(draft)
}
