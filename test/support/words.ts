/** The words of a text, which may take several lines. */
export const words = <Word extends string = string>(text: string) => text.trim().split(/\s+/) as Word[];
