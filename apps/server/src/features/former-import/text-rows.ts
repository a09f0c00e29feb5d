import type { FormerKind } from '@fleetdeck/contract/former-import'
import { type FileLayout, isBlank } from '../../platform/files/file-columns.ts'
import { findHeadings } from './columns.ts'

export const lineEnds = /\r\n|\r|\n/

/** Cells of a text file: lines of data are items, others are separated by commas or tabs. */
export const textRows = (kind: FormerKind | undefined, lines: readonly string[]): string[][] =>
  lines.map((line) => (kind === 'dataGroups' ? [line] : line.split(/[\t,，]/).map((cell) => cell.trim())))

export const firstRow = (rows: readonly string[][]) => rows.find((cells) => !isBlank(cells)) ?? []

const orders = {
  groups: ['groupName'],
  devices: ['deviceNo', 'groupName'],
  scripts: ['scriptName'],
  dataGroups: ['content'],
} as const satisfies Record<FormerKind, string[]>

/** The columns of a text file whose first row has no titles; undefined with titles. */
export const layoutOfText = (kind: FormerKind, first: readonly string[]): FileLayout | undefined =>
  kind !== 'dataGroups' && findHeadings(kind, first)
    ? undefined
    : { hasTitles: false, positions: new Map(orders[kind].map((name, place) => [name, place])) }
