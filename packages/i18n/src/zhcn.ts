import { apiCalls } from './zhcn/api-calls.ts'
import { pageTexts } from './zhcn/page-texts.ts'
import { shellTexts } from './zhcn/shell-texts.ts'

export const zhcn = { ...shellTexts, ...pageTexts, ...apiCalls } as const
