import { pageTexts } from './zhcn/page-texts.ts'
import { shellTexts } from './zhcn/shell-texts.ts'

export const zhcn = { ...shellTexts, ...pageTexts } as const
