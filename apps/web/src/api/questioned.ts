import { confirmRequiredCode } from '@fleetdeck/contract/endpoint'
import type { ModalFuncProps } from 'antd'
import { CallError } from './call-error.ts'
import { ask } from './feedback.ts'

/**
 * Makes a call that the server may question (code 412), and makes it again as confirmed if the answer is yes.
 * @returns whether it was made
 */
export async function questioned(
  make: (confirmed: boolean) => Promise<unknown>,
  question: ModalFuncProps,
): Promise<boolean> {
  try {
    await make(false)
  } catch (error) {
    const isQuestion = error instanceof CallError && error.code === confirmRequiredCode
    if (!isQuestion) throw error
    if (!(await ask({ ...question, content: error.message }))) return false
    await make(true)
  }
  return true
}
