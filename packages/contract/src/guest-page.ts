/** Below this path is the page for guests: the public id of a link, and its token after `#`. */
export const guestPagePath = '/guest/'
