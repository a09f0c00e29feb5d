import { z } from 'zod'
import { systemCrud } from './crud.ts'
import { pageQuery, periodShape, status, statusParam, time } from './endpoint.ts'
import { Status } from './enums.ts'
import { DictItemId, DictTypeId } from './ids.ts'

/** Starts with a lower-case letter, then lower-case letters, digits and underscores. */
export const dictTypePattern = /^[a-z][a-z0-9_]*$/
const dictType = z
  .string()
  .trim()
  .min(1, 'dict.typeRequired')
  .max(100)
  .regex(dictTypePattern, 'dict.typeWrong')

export const DictType = z.object({
  id: DictTypeId,
  dictName: z.string(),
  /** In the caller's language, unless the site has renamed it. */
  shownName: z.string(),
  dictType: z.string(),
  status: z.number(),
  remark: z.string(),
  /** The program reads it: its type cannot change and it cannot be removed. */
  builtIn: z.boolean(),
  enabledCount: z.number(),
  disabledCount: z.number(),
  createdAt: time,
})
export type DictType = z.output<typeof DictType>

export const DictTypeDraft = z.strictObject({
  dictName: z.string().trim().min(1, 'dict.nameRequired').max(100),
  dictType,
  status: status.default(Status.on),
  remark: z.string().trim().max(500).default(''),
})

export const dictTypes = {
  ...systemCrud(
    '/system/config/dict/type',
    {
      row: DictType,
      draft: DictTypeDraft,
      query: pageQuery(
        {
          dictName: z.string().max(100).optional(),
          dictType: z.string().max(100).optional(),
          status: statusParam.optional(),
          ...periodShape,
        },
        ['id', 'dictName', 'dictType', 'createdAt'],
      ),
    },
    { idName: 'dictId', exportPath: '/system/dict/type/export' },
  ),
  /** Every enabled type, for selection. */
  options: {
    method: 'GET',
    path: '/system/config/dict/type/optionSelect',
    permission: 'signed-in',
    byToken: true,
    data: z.object({
      list: z.array(z.object({ id: DictTypeId, dictType: z.string(), shownName: z.string() })),
    }),
  },
} as const

/** Styles of a value's tag. */
export const listClasses = ['default', 'primary', 'success', 'info', 'warning', 'danger'] as const
export type ListClass = (typeof listClasses)[number]

export const DictItem = z.object({
  id: DictItemId,
  /** The same number, under the spec's name. */
  dictCode: z.number(),
  dictType: z.string(),
  dictLabel: z.string(),
  /** In the caller's language, unless the site has renamed it. */
  shownLabel: z.string(),
  dictValue: z.string(),
  dictSort: z.number(),
  cssClass: z.string(),
  listClass: z.enum(listClasses),
  /** 1: selected by default. */
  isDefault: z.number(),
  status: z.number(),
  remark: z.string(),
  createdAt: time,
})
export type DictItem = z.output<typeof DictItem>

export const DictItemDraft = z.strictObject({
  dictType,
  dictLabel: z.string().trim().min(1, 'dict.labelRequired').max(100),
  dictValue: z.string().trim().min(1, 'dict.valueRequired').max(100),
  dictSort: z.int('dict.sortRequired').min(0).max(9999),
  /** Only names of CSS classes. */
  cssClass: z
    .string()
    .trim()
    .max(100)
    .regex(/^([A-Za-z][\w-]*( [A-Za-z][\w-]*)*)?$/, 'dict.cssClassWrong')
    .default(''),
  listClass: z.enum(listClasses).default('default'),
  isDefault: z.union([z.literal(0), z.literal(1)]).default(0),
  status: status.default(Status.on),
  remark: z.string().trim().max(500).default(''),
})

/** One dictionary as pages use it: `key` is stored, `value` is shown. */
export const Dictionary = z.object({
  info: z.object({ name: z.string(), remark: z.string() }),
  values: z.array(
    z.object({
      key: z.string(),
      value: z.string(),
      isDefault: z.number(),
      remark: z.string(),
      listClass: z.enum(listClasses),
      cssClass: z.string(),
    }),
  ),
})
export type Dictionary = z.output<typeof Dictionary>

export const dictItems = {
  ...systemCrud(
    '/system/config/dict/data',
    {
      row: DictItem,
      draft: DictItemDraft,
      query: pageQuery(
        {
          dictType: z.string().max(100).optional(),
          dictLabel: z.string().max(100).optional(),
          status: statusParam.optional(),
        },
        ['id', 'dictLabel', 'dictValue', 'dictSort', 'createdAt'],
      ),
    },
    { idName: 'dictCode', exportPath: '/system/dict/data/export' },
  ),
  /** The enabled values of an enabled type in order; with `defaultValue`, that entry is the default. */
  dictionary: {
    method: 'GET',
    path: '/system/config/dict/data/GetDictData',
    permission: 'signed-in',
    byToken: true,
    query: z.strictObject({
      dictType: z.string().min(1).max(100),
      defaultValue: z.string().max(100).optional(),
    }),
    data: Dictionary,
  },
} as const
