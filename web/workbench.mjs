// What the workbench takes from others: plots, and the text editor.
export {default as uPlot} from 'uplot';
export {Compartment, EditorState, StateEffect, StateField} from '@codemirror/state';
export {
  Decoration, EditorView, drawSelection, dropCursor, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip,
  keymap, lineNumbers,
} from '@codemirror/view';
export {defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory, redo, toggleComment, undo} from '@codemirror/commands';
export {highlightSelectionMatches, openSearchPanel, searchKeymap} from '@codemirror/search';
export {autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, startCompletion} from '@codemirror/autocomplete';
export {lintGutter, lintKeymap, nextDiagnostic, setDiagnostics} from '@codemirror/lint';
export {HighlightStyle, StreamLanguage, bracketMatching, syntaxHighlighting} from '@codemirror/language';
export {toml} from '@codemirror/legacy-modes/mode/toml';
export {MergeView} from '@codemirror/merge';
export {tags} from '@lezer/highlight';
