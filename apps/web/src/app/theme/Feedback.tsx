import { Modal, message, notification } from 'antd'
import { useLayoutEffect } from 'react'
import { provideFeedback } from '../../api/feedback.ts'
import { toastSeconds } from '../../ground/constants.ts'

/** Container of messages, notifications and questions. */
export function Feedback() {
  const [messages, messageHolder] = message.useMessage({
    duration: toastSeconds,
    maxCount: 3,
    // A change of theme may interrupt the leave animation, whose end the message would wait for.
    transitionName: '',
  })
  const [notifications, notificationHolder] = notification.useNotification({ placement: 'bottomRight' })
  const [modal, modalHolder] = Modal.useModal()
  useLayoutEffect(() => provideFeedback({ message: messages, notification: notifications, modal }))
  return (
    <>
      {messageHolder}
      {notificationHolder}
      {modalHolder}
    </>
  )
}
