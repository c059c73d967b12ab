### A channel or forum for tables.

# $channel is a channel as Discord mentions it.
threads-off-now = Нові столи відкриваються в тому каналі, де хтось їх просить.
threads-channel-now = Нові столи відкриваються тут: { $channel }; кожен має власну гілку.
threads-forum-now = Нові столи відкриваються тут: { $channel }; кожен має власний допис, а теги показують гру та її стан.
threads-gone-now = Каналу для столів уже немає. Доки ви не оберете інший, нові столи відкриваються там, де хтось їх просить.
# $permissions are names of permissions of Discord.
threads-lacking-now = Я не можу відкривати столи тут: { $channel }. { $count ->
        [one] Мені бракує дозволу
        [few] Мені бракує дозволів
        [many] Мені бракує дозволів
       *[other] Мені бракує дозволів
    } { $permissions }. Доти нові столи відкриваються там, де хтось їх просить.
# $tags are names of tags of a forum, $permission is the name of a permission of Discord.
threads-untagged = -# Створити там теги я не можу: бракує дозволу { $permission }. Щойно хтось їх створить, я вживатиму теги з такими назвами: { $tags }.
threads-tagless = -# Кожен допис там має бути з тегом, а щоб створити його, мені бракує дозволу { $permission }. Щойно хтось їх створить, я вживатиму теги з такими назвами: { $tags }.
threads-pick = Де відкривати нові столи?
threads-about = У каналі чи форумі кожен стіл має гілку або допис. Порожньо — там, де хтось просить.
threads-none = Там, де хтось просить
# The first message of a table's post. $player opens it, $game is the name of a game.
threads-begins = 🎲 { $player } відкриває стіл: { $game }. Грають просто тут, у цьому дописі.
# Told to whoever opens a table, before where it is.
threads-here = { $count ->
        [0] На цьому сервері столи мають бути тут: { $channel }. Зараз я не можу відкрити там стіл, тож ваш відкривається тут.
        [one] На цьому сервері столи мають бути тут: { $channel }. Мені бракує там дозволу { $permissions }, тож ваш стіл відкривається тут.
        [few] На цьому сервері столи мають бути тут: { $channel }. Мені бракує там дозволів { $permissions }, тож ваш стіл відкривається тут.
        [many] На цьому сервері столи мають бути тут: { $channel }. Мені бракує там дозволів { $permissions }, тож ваш стіл відкривається тут.
       *[other] На цьому сервері столи мають бути тут: { $channel }. Мені бракує там дозволів { $permissions }, тож ваш стіл відкривається тут.
    }
# Tags of a forum have 20 characters at most.
threads-tag-open = Відкрито
threads-tag-running = Триває
threads-tag-over = Завершено
permission-manage-channels = «Керувати каналами»
