import { create } from 'zustand'

export const useSettingsDrawer = create(() => ({ open: false }))
export const openSettings = () => useSettingsDrawer.setState({ open: true })
export const closeSettings = () => useSettingsDrawer.setState({ open: false })
