// Pages on paper: light, and with everything that the screen draws only when it is looked at.

const paper = {
  printing: false,
  acts: [],
  /** Acts each time before the page is printed; what it draws must be there when it returns. */
  onPrint(act) { this.acts.push(act); },
  begin() {
    this.printing = true;
    this.theme = document.documentElement.dataset.theme;
    theme.set(false);
    for (const act of [...this.acts]) act();
  },
  end() {
    if (this.theme) document.documentElement.dataset.theme = this.theme;
    else delete document.documentElement.dataset.theme;
    theme.tell();
    this.printing = false;
  },
};
addEventListener('beforeprint', () => paper.begin());
addEventListener('afterprint', () => paper.end());
