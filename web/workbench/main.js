document.getElementById('workbench').append(element('h1', {}, 'Flangeway'));
