import { confirmRequiredCode } from '@fleetdeck/contract/endpoint'
import { Button, type ModalFuncProps } from 'antd'
import { CallError } from './call-error.ts'
import { feedback } from './feedback.ts'

/** A second answer to a question, which spares what a confirmed call stops or deletes. */
export interface Choice {
  /** Of the call; the refusal names it when it offers the choice. */
  field: string
  text: string
  /** The text of a confirmed call when there is the choice. */
  okText: string
}
type Answer = 'confirmed' | 'chosen' | undefined

async function askWith(question: ModalFuncProps, choice: Choice | undefined): Promise<Answer> {
  const { modal } = await feedback()
  if (!choice) return (await modal.confirm(question)) ? 'confirmed' : undefined
  return new Promise((resolve) => {
    const dialog = modal.confirm({
      ...question,
      okText: choice.okText,
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      onOk: () => resolve('confirmed'),
      onCancel: () => resolve(undefined),
      footer: (_, { OkBtn, CancelBtn }) => (
        <>
          <CancelBtn />
          <Button
            onClick={() => {
              dialog.destroy()
              resolve('chosen')
            }}
          >
            {choice.text}
          </Button>
          <OkBtn />
        </>
      ),
    })
  })
}

/**
 * Makes a call that the server may question (code 412), and makes it again as confirmed if the answer is yes; with the
 * field of the choice if that is the answer.
 * @returns whether it was made
 */
export async function questioned(
  make: (confirmed: boolean, chosen: Record<string, true>) => Promise<unknown>,
  question: ModalFuncProps,
  choice?: Choice,
): Promise<boolean> {
  try {
    await make(false, {})
  } catch (error) {
    const isQuestion = error instanceof CallError && error.code === confirmRequiredCode
    if (!isQuestion) throw error
    const offered = choice && error.field === choice.field ? choice : undefined
    const answer = await askWith({ ...question, content: error.message }, offered)
    if (answer === undefined) return false
    await make(true, answer === 'chosen' && offered ? { [offered.field]: true } : {})
  }
  return true
}
