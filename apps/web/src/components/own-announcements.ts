const nothing = () => undefined

/** For pages that announce moves themselves: dnd-kit would do so in English, whatever the language of the page. */
export const ownAnnouncements = {
  announcements: {
    onDragStart: nothing,
    onDragOver: nothing,
    onDragEnd: nothing,
    onDragCancel: nothing,
  },
  screenReaderInstructions: { draggable: '' },
}
