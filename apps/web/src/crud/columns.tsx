import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DictTag } from '../components/dictionary/DictTag.tsx'
import { EnabledMark } from '../components/EnabledMark.tsx'
import { TimeText } from '../components/TimeText.tsx'
import type { Translate } from '../ground/language.ts'
import { seededName } from '../ground/language.ts'
import type { CrudColumn } from './crud-contract.ts'

/** The properties that may differ from the usual column, whatever its rows. */
type More = Pick<CrudColumn<never>, 'width' | 'hiddenAtFirst' | 'notOnCards'>

/** A point in time. */
export const timeColumn = (key: string, title: string, more?: More) => ({
  key,
  title,
  dataIndex: key,
  render: (time: string | null): ReactNode => <TimeText value={time} />,
  ...more,
})

/** A name that is shown in the reader's language until somebody changes it. */
export const nameColumn = (key: string, title: string, more?: More) => ({
  key,
  title,
  dataIndex: key,
  render: (name: string | null): ReactNode => seededName(name ?? '') || '–',
  ...more,
})

/** A value of a dictionary. */
export const dictColumn = (key: string, title: string, type: string, more?: More) => ({
  key,
  title,
  dataIndex: key,
  render: (value: string | number): ReactNode => <DictTag type={type} value={value} />,
  ...more,
})

/** A name that programs use. */
export const codeColumn = (key: string, title: string, more?: More) => ({
  key,
  title,
  dataIndex: key,
  render: (name: string): ReactNode => <code>{name}</code>,
  ...more,
})

/** Enabled or disabled. */
export const statusColumn = (t: Translate) => ({
  key: 'status',
  title: t('common.status'),
  dataIndex: 'status',
  render: (status: number): ReactNode => <EnabledMark status={status} />,
})

/** How many rows of another table belong to a row, with the way to them. */
export const countColumn = <Row extends object>(
  key: keyof Row & string,
  title: string,
  { to, hint }: { to: (row: Row) => string; hint?: string },
): CrudColumn<Row> => ({
  key,
  title,
  align: 'right',
  render: (count: number, row) => (
    <Link to={to(row)} title={hint}>
      {count}
    </Link>
  ),
})
