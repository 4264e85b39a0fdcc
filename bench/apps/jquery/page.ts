import $ from 'jquery';

const editions = ['morning', 'noon', 'evening'];

$(() => {
  const list = $('#list');

  list.on('click.news', '.item', function () {
    $.get('/story', { id: $(this).data('id') }, (text) => $('#story').html(text));
  });

  $('#more').on('click.more', (event) => {
    event.preventDefault();
    $('#more').off('.more');
    $.get('/more', {}, (text) => {
      list.append(text);
      $('#more').remove();
    });
  });

  // The marks look alike: only what jQuery keeps for each of them tells them apart.
  $('.edition').each(function (index) {
    $(this).data('edition', editions[index]);
  });
  $('#editions').on('click.editions', '.edition', function () {
    $.get('/edition', { name: $(this).data('edition') }, (text) => $('#edition').html(text));
  });

  $('#letter').one('click', () => {
    $.get('/letter', {}, (text) => $('#editor').html(text));
  });
});
