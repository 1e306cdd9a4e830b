/** The words of a text, which may take several lines. */
export const words = (text: string): readonly string[] => text.trim().split(/\s+/);
