import { create } from 'zustand'

/** How many wait, for the bell; and whether their list is open. */
export const useQuestionPanel = create<{ waiting: number; isOpen: boolean }>(() => ({
  waiting: 0,
  isOpen: false,
}))
export const openQuestions = () => useQuestionPanel.setState({ isOpen: true })
